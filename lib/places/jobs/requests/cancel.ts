import type { AccountStore } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import { releaseHold } from '../hold.ts'
import { hasEnded, type Job } from '../job.ts'
import { openStates } from '../states.ts'
import type { JobId, JobStore } from '../store.ts'
import { isUploadExpired } from './create.ts'

/** The job of an account; throws `not_found` for all others. */
export async function findJob(jobs: JobStore, id: JobId): Promise<Job> {
  const job = await jobs.get(id)
  if (job) return job
  throw new ApiError('not_found', `There is no job ${id.jobId}.`)
}

/**
 * Cancels a job and returns its hold: nothing is charged, and there is no result. A job that has ended, or whose
 * result is being published, stays as it is. Throws `not_found` for an unknown job.
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
  // A repeated call also returns the hold, in case the first one got no further.
  if (job.state === 'cancelled') await releaseHold(accounts, id)
  else if (!hasEnded(job)) throw new ApiError('bad_request', 'The job is about to succeed.')
  return job
}
