import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Health } from '../../functions/health/handler.ts'
import type { CheckAnswer } from '../../functions/health/health-check.ts'
import { renderGatewayResponse } from './invoke.ts'
import type { ServedBuilds } from './served-builds.ts'

export interface HealthPageOptions {
  regions: readonly string[]
  /** Number of ready worker processes. */
  workers(): number
  /** The served builds; undefined until they are verified. */
  served(): ServedBuilds | undefined
  /** Runs the deep check in a worker. Resolves to undefined when no worker answers. */
  deepHealth(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult | undefined>
  checkDisk(): Promise<CheckAnswer>
}

/**
 * Creates the handler of `GET /health`: the deep check of a worker, plus the facts that only the supervisor knows
 * (builds, workers and disk).
 */
export function createHealthPage({ regions, served, ...options }: HealthPageOptions) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const workers = options.workers()
    if (workers === 0) return renderGatewayResponse('INTEGRATION_FAILURE', {})
    const builds = served()
    // Files have changed, so the workers answer 503.
    if (builds && !builds.isIntact())
      return toJsonAnswer(503, {
        status: 'unavailable',
        ...describeState(regions, builds),
        workers,
      })
    const [answer, disk] = await Promise.all([options.deepHealth(event), options.checkDisk()])
    const found: Partial<Health> = answer ? JSON.parse(answer.body) : {}
    const status = disk.status === 'ok' ? (found.status ?? 'unavailable') : 'unavailable'
    const body = found.checks
      ? {
          ...withBuilds(found as Health, builds),
          status,
          workers,
          checks: { ...found.checks, disk },
        }
      : { status, ...describeState(regions, builds), workers }
    const statusCode = disk.status === 'ok' ? (answer?.statusCode ?? 503) : 503
    return { ...toJsonAnswer(statusCode, body), headers: answer?.headers ?? jsonType }
  }
}

/** Returns the regions with their builds, and marks the ones whose files have changed. */
function describeState(regions: readonly string[], served: ServedBuilds | undefined): object {
  const [only] = regions
  if (regions.length === 1) return { region: only, build: served?.builds.get(only!) }
  const state = (region: string) => ({
    status: served?.isIntact(region) ? 'ok' : 'unavailable',
    build: served?.builds.get(region) ?? null,
  })
  return { regions: Object.fromEntries(regions.map((region) => [region, state(region)])) }
}

/** Replaces the builds with the ones that serve new calls, which the supervisor knows first. */
function withBuilds(health: Health, served: ServedBuilds | undefined): Health {
  if (!('regions' in health)) return { ...health, build: served?.builds.get(health.region) ?? null }
  const regions = Object.entries(health.regions).map(
    ([region, facts]) => [region, { ...facts, build: served?.builds.get(region) ?? null }] as const,
  )
  return { ...health, regions: Object.fromEntries(regions) }
}

export const jsonType = { 'content-type': 'application/json; charset=utf-8' }

function toJsonAnswer(statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: jsonType, body: JSON.stringify(body) }
}
