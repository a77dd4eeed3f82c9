import { ApiError } from '#platform/errors'
import { holdHours, makeHoldId } from '../hold.ts'
import { identifyJob } from '../input-job.ts'
import { hasEnded, type Job, type JobFailure, jobOperation } from '../job.ts'
import { JobError } from '../job-error.ts'
import { requirePayingKey } from '../paying-key.ts'
import type { JobId } from '../store.ts'
import { deleteWork, failJob, settle } from './end-job.ts'
import type { FinishInput, FinishOutput, JobContext } from './types.ts'

/**
 * Ends a job. A job with a result is charged for the answered rows and can no longer be cancelled. With `failure`, or
 * when the paying key was suspended, revoked or deleted, the job fails and nothing is charged, unless its result was
 * already final.
 */
export async function finish(input: FinishInput, context: JobContext): Promise<FinishOutput> {
  const id = await resolveJobId(input, context)
  const job = id && (await context.jobs.get(id))
  if (!job) return { status: 'ended' }
  const isOtherRun = job.executionId !== undefined && job.executionId !== input.executionId
  if (isOtherRun) return { status: 'ended' }
  if (hasEnded(job)) {
    await settle(context, job)
    return { status: 'ended' }
  }
  if (job.committed) return await succeed(context, job)
  if (input.failure) return await fail(context, job, explainFailure(input.failure))
  try {
    await requirePayingKey(context.accounts, job)
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    const output = await fail(context, job, error.failure)
    if (output.status === 'failed' && job.result) await context.files.delete(job.result.key)
    return output
  }
  return await succeed(context, job)
}

/** Finds the job of a run. A run that failed before it had a job knows only the key of its input. */
async function resolveJobId(
  { accountId, jobId, key }: FinishInput,
  { files }: JobContext,
): Promise<JobId | undefined> {
  if (accountId !== undefined && jobId !== undefined) return { accountId, jobId }
  return key === undefined ? undefined : await identifyJob(files, key)
}

async function fail(context: JobContext, job: Job, failure: JobFailure): Promise<FinishOutput> {
  const failed = await failJob(context, job, failure)
  return { status: failed ? 'failed' : 'ended' }
}

/** Converts the error name of a run to a failure for the owner: the kind of fault, without internals. */
function explainFailure({ error }: { error: string }): JobFailure {
  if (error === 'payment_required') {
    return { error, message: 'The balance did not cover the price of the rows within 7 days.' }
  }
  if (/timeout|timedout|timed_out/i.test(error)) {
    return { error: 'timeout', message: 'The job took too long. Send the file in parts.' }
  }
  if (/aborted/i.test(error)) {
    return { error: 'stopped', message: 'The job was stopped by the operator of the service.' }
  }
  return { error: 'internal_error', message: 'The job failed on our side. Send the file again.' }
}

async function succeed(context: JobContext, job: Job): Promise<FinishOutput> {
  const { jobs, now = () => new Date() } = context
  const { accountId, jobId } = job
  if (!job.result) throw new Error('there is no result')
  const committed = await jobs.transition({
    accountId,
    jobId,
    from: ['merging'],
    to: 'merging',
    set: { committed: true },
  })
  if (!committed) {
    await settle(context, job)
    return { status: 'ended' }
  }
  const charged = (committed.counts.matched + committed.counts.unmatched) * committed.pricePerRow
  if (!(await chargePrice(context, job, charged))) {
    await failJob(context, job, notPaid, { evenCommitted: true })
    await context.files.delete(job.result.key)
    return { status: 'failed' }
  }
  await deleteWork(context, job)
  await jobs.transition({
    accountId,
    jobId,
    from: ['merging'],
    to: 'succeeded',
    set: { charged, finishedAt: now().toISOString() },
  })
  return { status: 'succeeded' }
}

const notPaid: JobFailure = {
  error: 'payment_required',
  message: `The price was set aside for ${holdHours} hours. When the job was done the balance did not cover it any more.`,
}

/**
 * Charges an amount from the hold, or from the balance if the hold has expired. Returns false when the charge is
 * refused.
 */
async function chargePrice(
  { accounts }: JobContext,
  { accountId, jobId, keyId }: Job,
  amount: number,
): Promise<boolean> {
  try {
    await accounts.capture({ accountId, holdId: makeHoldId(jobId), amount })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The hold existed when the job started, so an earlier attempt captured it, too long ago for the account to
    // remember.
    if (error.code === 'not_found') return true
    // `bad_request`: the hold expired and was released.
    if (error.code !== 'bad_request') throw error
  }
  try {
    const charge = { accountId, keyId, requestId: jobId, operation: jobOperation, amount }
    await accounts.charge(charge)
    return true
  } catch (error) {
    const isRefused =
      error instanceof ApiError && ['payment_required', 'forbidden'].includes(error.code)
    if (!isRefused) throw error
    return false
  }
}
