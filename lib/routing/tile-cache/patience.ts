import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiError, unavailable } from '#platform/errors'
import { DamagedFrame } from '#routing/tile-archive'

const firstPauseMs = 50
const longestPauseMs = 800

/**
 * Tries again for a while, for a store that is away; damaged or missing data is an error at once.
 *
 * @throws ApiError `service_unavailable` with the last error as its cause, and the signal's reason.
 */
export async function patiently<T>(
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
      if (isFinal || performance.now() + pauseMs > until) throw unreadable(error)
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

export function unreadable(cause: unknown): ApiError {
  return unavailable(cause, 'The routing data cannot be read. Please try again.')
}
