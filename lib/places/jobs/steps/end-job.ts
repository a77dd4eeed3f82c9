import { Semaphore } from '#platform/concurrency'
import { releaseHold } from '../hold.ts'
import { hasEnded, type Job, type JobFailure } from '../job.ts'
import { makeWorkKeys } from '../keys.ts'
import { openStates } from '../states.ts'
import type { JobId } from '../store.ts'
import type { JobContext } from './types.ts'

/**
 * Fails a job, releases its hold and deletes its intermediate objects. Leaves a job unchanged that has already ended,
 * and one whose result is final unless `evenCommitted`.
 */
export async function failJob(
  context: JobContext,
  id: JobId,
  failure: JobFailure,
  { evenCommitted = false } = {},
): Promise<Job | undefined> {
  const { jobs, now = () => new Date() } = context
  const job = await jobs.transition({
    ...id,
    from: openStates,
    to: 'failed',
    set: {
      failure: { ...failure, message: `${failure.message} Nothing was charged.` },
      finishedAt: now().toISOString(),
    },
    unlessCommitted: !evenCommitted,
  })
  await settle(context, id)
  return job
}

/**
 * Releases the hold of a job that failed or was cancelled, and deletes its intermediate objects. Every step that finds
 * such a job calls this: the process that ended the job may have died before it did so.
 */
export async function settle(context: JobContext, id: JobId): Promise<void> {
  const job = await context.jobs.get(id)
  if (!job || !hasEnded(job) || job.state === 'succeeded') return
  await releaseHold(context.accounts, id)
  await deleteWork(context, id)
}

const maxConcurrentDeletes = 16

/**
 * Deletes the plan, chunks and parts of a job. Deletes the plan first, because an existing plan implies that its chunks
 * exist.
 */
export async function deleteWork({ files, signal }: JobContext, id: JobId): Promise<void> {
  await files.delete(makeWorkKeys(id).plan)
  const semaphore = new Semaphore(maxConcurrentDeletes)
  const keys: string[] = []
  for await (const { key } of files.list(makeWorkKeys(id).folder)) keys.push(key)
  await Promise.all(keys.map((key) => semaphore.run(() => files.delete(key), signal)))
}
