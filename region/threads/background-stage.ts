import { Worker } from 'node:worker_threads'
import { toError } from '../thread-failure.ts'
import type { StageMessage, StageOrder } from './messages.ts'
import { runStage, type StageCallbacks, type StageName, type StageRequests } from './stages.ts'

/** A stage that may already be running. */
export interface BackgroundStage {
  /**
   * Waits for the stage to end and returns the files that it wrote. The callbacks receive the progress so far and
   * earlier warnings first.
   *
   * @throws RegionError as the stage does, and the reason of the signal.
   */
  finished(callbacks: StageCallbacks): Promise<readonly string[]>
  /** Stops the stage, finished or not. */
  stop(): Promise<void>
}

/** Returns a stage that runs on the caller's thread once it is awaited. */
export function whenAwaited<Name extends StageName>(
  name: Name,
  request: StageRequests[Name],
): BackgroundStage {
  return {
    async finished(callbacks) {
      return await runStage(name, request, callbacks)
    },
    stop: async () => {},
  }
}

/** Returns a stage that runs on a thread of its own once it is awaited, and can be stopped at any time. */
export function startWhenAwaited<Name extends StageName>(
  name: Name,
  request: StageRequests[Name],
): BackgroundStage {
  let started: BackgroundStage | undefined
  return {
    async finished(callbacks) {
      callbacks.signal?.throwIfAborted()
      started ??= startStage(name, request, () => {})
      return await started.finished(callbacks)
    },
    stop: async () => await started?.stop(),
  }
}

/**
 * Starts a stage on a thread of its own.
 *
 * @param onFailure Called if it fails while it is not awaited.
 */
export function startStage<Name extends StageName>(
  name: Name,
  request: StageRequests[Name],
  onFailure: (error: unknown) => void,
): BackgroundStage {
  const order: StageOrder<Name> = { name, request }
  const thread = new Worker(new URL('./stage-thread.ts', import.meta.url), {
    workerData: order,
  })
  const warnings: string[] = []
  let fraction = 0
  let isStopped = false
  let listener: StageCallbacks | undefined
  const end = new Promise<readonly string[]>((resolve, reject) => {
    thread.on('message', (message: StageMessage) => {
      if (message.kind === 'progress') {
        fraction = message.fraction
        listener?.onProgress(fraction)
      } else if (message.kind === 'warning') {
        if (listener) listener.onWarning(message.text)
        else warnings.push(message.text)
      } else if (message.kind === 'done') resolve(message.files)
      else reject(toError(message))
    })
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the thread of the stage ended')))
  })
  end.catch((error: unknown) => {
    if (!listener && !isStopped) onFailure(error)
  })
  return {
    async finished(callbacks) {
      const { signal } = callbacks
      signal?.throwIfAborted()
      const stop = (): void => void thread.terminate()
      signal?.addEventListener('abort', stop, { once: true })
      for (const warning of warnings.splice(0)) callbacks.onWarning(warning)
      callbacks.onProgress(fraction)
      listener = callbacks
      try {
        return await end
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', stop)
      }
    },
    async stop() {
      isStopped = true
      await thread.terminate()
    },
  }
}
