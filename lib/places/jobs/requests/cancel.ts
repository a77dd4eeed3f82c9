import type { AccountStore } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import { releaseHold } from '../hold.ts'
import { hasEnded, type Job } from '../job.ts'
import { openStates } from '../states.ts'
import type { JobId, JobStore } from '../store.ts'
import { isUploadExpired } from './create.ts'

/** Returns a job of an account. Throws `not_found` when the account does not have it. */
export async function findJob(jobs: JobStore, id: JobId): Promise<Job> {
  const job = await jobs.get(id)
  if (job) return job
  throw new ApiError('not_found', `There is no job ${id.jobId}.`)
}

/**
 * Cancels a job and releases its hold: it has no result and nothing is charged. Returns a job that has ended unchanged.
 * Throws `not_found` for an unknown job and `bad_request` when the result is already final.
 */
export async function cancelJob(
  id: JobId,
  { jobs, accounts }: { jobs: JobStore; accounts: AccountStore },
): Promise<Job> {
  const before = await findJob(jobs, id)
  if (isUploadExpired(before)) return before
  const cancelled = await jobs.transition({
    ...id,
    from: openStates,
    to: 'cancelled',
    set: { finishedAt: new Date().toISOString() },
    unlessCommitted: true,
  })
  const job = cancelled ?? (await findJob(jobs, id))
  // A repeated call releases the hold too, in case the first call stopped before that.
  if (job.state === 'cancelled') await releaseHold(accounts, id)
  else if (!hasEnded(job)) throw new ApiError('bad_request', 'The job is about to succeed.')
  return job
}
