import { logger } from '#platform/api'
import { singleFlight } from '#platform/concurrency'
import { ApiError } from '#platform/errors'

/** The result of one check. */
export type CheckAnswer = { status: 'ok' | 'unavailable'; milliseconds: number } & Record<
  string,
  unknown
>

/** Gives details for the answer; throws when the dependency cannot be used. */
export type Probe = () => Promise<Record<string, unknown>>

export interface HealthCheckOptions {
  name: string
  limitMs: number
  probe: Probe
}

/**
 * Makes a check that always answers within its limit. The cause of a failure is logged, not answered. While a
 * probe hangs, no second one is started: the next check waits for the same probe.
 */
export function healthCheck({
  name,
  limitMs,
  probe,
}: HealthCheckOptions): () => Promise<CheckAnswer> {
  const sharedProbe = singleFlight(probe)
  return async () => {
    const startedAt = performance.now()
    const milliseconds = (): number => Math.round(performance.now() - startedAt)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs)
    })
    try {
      const details = await Promise.race([sharedProbe(), timeout])
      return { status: 'ok', milliseconds: milliseconds(), ...details }
    } catch (error) {
      const cause = (error instanceof ApiError && error.cause) || error
      logger.error('health check failed', { check: name, error: cause as Error })
      return { status: 'unavailable', milliseconds: milliseconds() }
    } finally {
      clearTimeout(timer)
    }
  }
}
