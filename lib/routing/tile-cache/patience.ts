import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiError, unavailable } from '#platform/errors'
import { DamagedFrame } from '#routing/tile-archive'

const firstPauseMs = 50
const longestPauseMs = 800

/**
 * Retries for a while when the store is unavailable. Fails immediately for damaged or missing data.
 *
 * @throws ApiError `service_unavailable` with the last error as its cause, and the signal's reason.
 */
export async function retryPatiently<T>(
  work: () => Promise<T>,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const until = performance.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      const isFinal = error instanceof DamagedFrame || error instanceof RangeError
      if (isFinal || performance.now() + pauseMs > until) throw makeUnreadableError(error)
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

export function makeUnreadableError(cause: unknown): ApiError {
  return unavailable(cause, 'The routing data cannot be read. Please try again.')
}
