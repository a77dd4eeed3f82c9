import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Chunk,
  FinishInput,
  FinishOutput,
  JobId,
  MergeOutput,
  PlanInput,
  PlanOutput,
  WorkInput,
  WorkOutput,
} from '#places/jobs'
import { Semaphore } from '#platform/concurrency'

/** The four steps of a job as functions. */
export interface Steps {
  plan(input: PlanInput): Promise<PlanOutput>
  work(input: WorkInput): Promise<WorkOutput>
  merge(input: JobId & { executionId: string }): Promise<MergeOutput>
  finish(input: FinishInput): Promise<FinishOutput>
}

export interface RunOptions {
  /** Reads the chunks that `plan` wrote. */
  readChunks(key: string): Promise<Chunk[]>
  /** Maximum chunks of this job in progress at once. */
  maxConcurrentChunks: number
  /** Aborted when the server stops: the next run resumes the job. */
  signal: AbortSignal
  /** Milliseconds before each further attempt of a step. */
  retryDelaysMs?: readonly number[]
}

/** All runs on this machine share one id, so that any of them may resume an interrupted job. */
export const executionId = 'local'

/**
 * Runs a job as the state machine of a deployment does: `plan`, `work` for each chunk, `merge`, `finish`. Each step is
 * retried after a fault. If it still fails, the job fails and its hold is released.
 */
export async function runJob(
  steps: Steps,
  key: string,
  options: RunOptions,
): Promise<'ended' | 'payment_required'> {
  const { signal, retryDelaysMs = [500, 2000, 8000] } = options
  const attempt = async <T>(step: () => Promise<T>): Promise<T> => {
    for (const delayMs of retryDelaysMs) {
      signal.throwIfAborted()
      try {
        return await step()
      } catch {
        await sleep(delayMs, undefined, { signal })
      }
    }
    return await step()
  }
  try {
    const planned = await attempt(() => steps.plan({ key, executionId }))
    if (planned.status !== 'running') return planned.status
    const { accountId, jobId, chunksKey } = planned
    const chunks = await attempt(() => options.readChunks(chunksKey))
    const semaphore = new Semaphore(options.maxConcurrentChunks)
    const failed = new AbortController()
    const stop = AbortSignal.any([signal, failed.signal])
    const work = (chunk: Chunk) =>
      semaphore.run(() => attempt(() => steps.work({ accountId, jobId, chunk })), stop)
    await Promise.all(chunks.map(work)).catch((error) => {
      failed.abort(error)
      throw error
    })
    await attempt(() => steps.merge({ accountId, jobId, executionId }))
    await attempt(() => steps.finish({ accountId, jobId, executionId }))
  } catch (error) {
    signal.throwIfAborted()
    const { name, message } = error as Error
    await attempt(() =>
      steps.finish({ key, executionId, failure: { error: name, cause: message } }),
    )
  }
  return 'ended'
}
