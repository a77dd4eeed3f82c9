/** End of a call: the caller's signal or the time limit, whichever comes first. */
export interface TimeLimit {
  signal: AbortSignal
  leftMs(): number
  isOver(): boolean
  throwIfAbortedByCaller(): void
  /** Waits. Throws the reason of the caller's signal if it is aborted meanwhile. */
  pause(ms: number): Promise<void>
  clear(): void
}

/** Starts a time limit. `AbortSignal.any` would leave its listeners on a signal that lives until the process ends. */
export function limited({
  signal,
  timeoutMs,
}: {
  signal?: AbortSignal | undefined
  timeoutMs: number
}): TimeLimit {
  const controller = new AbortController()
  const endsAt = performance.now() + timeoutMs
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, timeoutMs)
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    leftMs: () => endsAt - performance.now(),
    isOver: () => isOver,
    throwIfAbortedByCaller: () => signal?.throwIfAborted(),
    pause: (ms) => pause(ms, signal),
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Waits. Throws the signal's reason when it is aborted. */
export function pause(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
