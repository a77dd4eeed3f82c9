import { logger } from '#platform/api'
import { makeSingleFlight } from '#platform/concurrency'
import { ApiError } from '#platform/errors'

/** The result of one check. */
export type CheckAnswer = { status: 'ok' | 'unavailable'; milliseconds: number } & Record<
  string,
  unknown
>

/** Probes a dependency and returns details for the answer. Throws when the dependency cannot be used. */
export type Probe = () => Promise<Record<string, unknown>>

export interface HealthCheckOptions {
  name: string
  limitMs: number
  probe: Probe
}

/**
 * Makes a check that always answers within its limit. The cause of a failure is logged, not answered. While a probe
 * hangs, no second one is started; the next check waits for the same probe.
 */
export function makeHealthCheck({
  name,
  limitMs,
  probe,
}: HealthCheckOptions): () => Promise<CheckAnswer> {
  const sharedProbe = makeSingleFlight(probe)
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
