import { ApiError } from '#platform/errors'
import type { Call } from './call.ts'

/**
 * Runs work with a signal that is aborted at the call's deadline or when the caller hangs up. Rejects with
 * `gateway_timeout` at that moment, even if the work continues; no caller is left to read it after a hang-up.
 */
export async function runBeforeDeadline<T>(
  { deadlineAt, hungUp }: Call,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let giveUp: (() => void) | undefined
  const cancelled = new Promise<never>((_, reject) => {
    giveUp = () => {
      const error = new ApiError('gateway_timeout')
      controller.abort(error)
      reject(error)
    }
    timer = setTimeout(giveUp, Math.max(0, deadlineAt - performance.now()))
    if (hungUp?.aborted) giveUp()
    else hungUp?.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([work(controller.signal), cancelled])
  } finally {
    clearTimeout(timer)
    hungUp?.removeEventListener('abort', giveUp!)
  }
}
