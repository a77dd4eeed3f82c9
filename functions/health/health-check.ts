import { logger } from '../../lib/api/index.ts'
import { ApiError } from '../../lib/errors/index.ts'

/** One line of the answer. */
export type CheckAnswer = { status: 'ok' | 'unavailable'; milliseconds: number } & Record<
  string,
  unknown
>

/** Gives what is worth telling of the part it looks at; throws when the part cannot do its work. */
export type Probe = () => Promise<Record<string, unknown>>

export interface HealthCheckOptions {
  name: string
  limitMs: number
  probe: Probe
}

/**
 * Makes a check that always answers, and in time. Its cause of failure is logged and not told. A probe
 * that has not come back is not sent again: asked anew, its check goes on waiting for the same one.
 */
export function healthCheck({ name, limitMs, probe }: HealthCheckOptions): () => Promise<CheckAnswer> {
  let underWay: Promise<Record<string, unknown>> | undefined
  return async () => {
    const startedAt = performance.now()
    const milliseconds = (): number => Math.round(performance.now() - startedAt)
    underWay ??= probe().finally(() => {
      underWay = undefined
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs)
    })
    try {
      const found = await Promise.race([underWay, late])
      return { status: 'ok', milliseconds: milliseconds(), ...found }
    } catch (error) {
      const cause = (error instanceof ApiError && error.cause) || error
      logger.error('health check failed', { check: name, error: cause as Error })
      return { status: 'unavailable', milliseconds: milliseconds() }
    } finally {
      clearTimeout(timer)
    }
  }
}
