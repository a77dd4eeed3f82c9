import { ApiError } from '#platform/errors'
import type { ObjectInfo } from '#platform/storage'
import { holdHours, makeHoldId } from '../hold.ts'
import { hasEnded, type Job, jobOperation } from '../job.ts'
import { JobError } from '../job-error.ts'
import { makeWorkKeys, parseInputKey, requestSuffix } from '../keys.ts'
import { keyRefused, requirePayingKey } from '../paying-key.ts'
import type { JobId } from '../store.ts'
import { failJob, settle } from './end-job.ts'
import { findDroppedJob } from './find-job.ts'
import { makePlan, Unaffordable } from './make-plan.ts'
import type { Plan } from './plan-file.ts'
import type { JobContext, PlanInput, PlanOutput } from './types.ts'

const ended: PlanOutput = { status: 'ended' }

/**
 * Starts a job: finds or creates it, reads the file once, divides it into chunks and holds the price. A file that
 * cannot be used fails the job; nothing is charged.
 *
 * Throws `service_unavailable` when the step can be retried.
 */
export async function plan(
  { key, executionId }: PlanInput,
  context: JobContext,
): Promise<PlanOutput> {
  const owner = parseInputKey(key)
  if (!owner || key.endsWith(requestSuffix)) return ended
  const { accountId } = owner
  const { files, jobs } = context
  const input = await files.head(key)
  if (!input) return ended
  const found =
    owner.jobId === undefined
      ? await findDroppedJob(context, accountId, input)
      : { job: await jobs.get({ accountId, jobId: owner.jobId }) }
  if (!found?.job) return ended
  const { jobId } = found.job
  const job = await jobs.claim({
    accountId,
    jobId,
    executionId,
    inputEtag: input.etag,
    inputBytes: input.size,
  })
  if (!job) {
    await settle(context, { accountId, jobId })
    if (owner.jobId !== undefined) await deleteUnclaimed(context, { accountId, jobId }, input)
    return ended
  }
  try {
    if ('error' in found && found.error) throw found.error
    await requirePayingKey(context.accounts, job)
    return await start(context, job, input.size)
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    await failJob(context, job, error.failure)
    return ended
  }
}

/** Deletes an upload that no job reads: for a job that has ended, or in place of the file being processed. */
async function deleteUnclaimed(
  { jobs, files }: JobContext,
  id: JobId,
  { key, etag }: ObjectInfo,
): Promise<void> {
  const job = await jobs.get(id)
  const isTaken = job && (hasEnded(job) || job.executionId !== undefined)
  if (isTaken && job.inputEtag !== etag) await files.delete(key)
}

async function start(context: JobContext, job: Job, size: number): Promise<PlanOutput> {
  const { accountId, jobId } = job
  const { rows, chunkCount } = await makePlan(context, job, size).catch((error) => {
    if (error instanceof Unaffordable) return { rows: error.rows, chunkCount: undefined }
    throw error
  })
  const planned = { accountId, jobId, chunksKey: makeWorkKeys(job).chunks }
  if (job.state === 'running' || job.state === 'merging') return { status: 'running', ...planned }
  const isPaid = chunkCount !== undefined && (await hold(context, job, rows))
  const state = isPaid ? 'running' : 'payment_required'
  const moved = await context.jobs.transition({
    accountId,
    jobId,
    from: ['planning', 'payment_required', state],
    to: state,
    set: { totalRows: rows, ...(chunkCount !== undefined && { chunkCount }) },
  })
  if (moved) return { status: state, ...planned }
  const now = await context.jobs.get(job)
  // Another attempt of this run was faster.
  if (now && !hasEnded(now)) return { status: 'running', ...planned }
  await settle(context, job)
  return ended
}

/**
 * Holds the price of all rows. Returns false when the balance is too low or too many holds are open. Throws `JobError`
 * for a key that cannot pay.
 */
async function hold(
  { accounts, now = () => new Date() }: JobContext,
  { accountId, jobId, keyId, pricePerRow }: Job,
  rows: Plan['rows'],
): Promise<boolean> {
  const hold = {
    accountId,
    keyId,
    holdId: makeHoldId(jobId),
    operation: jobOperation,
    amount: pricePerRow * rows,
    expiresAt: new Date(now().getTime() + holdHours * 3_600_000).toISOString(),
  }
  try {
    await accounts.hold(hold)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Too many jobs of the account hold a price: this one waits for another to end, as it waits for a top-up.
    if (error.code === 'payment_required' || error.code === 'too_many_requests') return false
    if (error.code === 'forbidden' || error.code === 'not_found') {
      throw keyRefused(error.message)
    }
    throw error
  }
}
