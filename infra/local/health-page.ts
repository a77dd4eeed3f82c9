import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Health } from '../../functions/health/handler.ts'
import type { CheckAnswer } from '../../functions/health/health-check.ts'
import { gatewayResponse } from './invoke.ts'
import type { ServedBuilds } from './served-builds.ts'

export interface HealthPageOptions {
  regions: readonly string[]
  /** Ready worker processes. */
  workers(): number
  /** Undefined until the builds are verified. */
  served(): ServedBuilds | undefined
  /** The deep check, in a worker; undefined when none answers. */
  deepHealth(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult | undefined>
  checkDisk(): Promise<CheckAnswer>
}

/** `GET /health`: the deep check of a worker, with what only the supervisor knows: builds, workers and disk. */
export function healthPage({ regions, served, ...options }: HealthPageOptions) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const workers = options.workers()
    if (workers === 0) return gatewayResponse('INTEGRATION_FAILURE', {})
    const builds = served()
    // The workers answer 503: files have changed.
    if (builds && !builds.isIntact())
      return json(503, { status: 'unavailable', ...stateOf(regions, builds), workers })
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
      : { status, ...stateOf(regions, builds), workers }
    const statusCode = disk.status === 'ok' ? (answer?.statusCode ?? 503) : 503
    return { ...json(statusCode, body), headers: answer?.headers ?? jsonType }
  }
}

/** The regions with their builds, and which of them have changed files. */
function stateOf(regions: readonly string[], served: ServedBuilds | undefined): object {
  const [only] = regions
  if (regions.length === 1) return { region: only, build: served?.builds.get(only!) }
  const state = (region: string) => ({
    status: served?.isIntact(region) ? 'ok' : 'unavailable',
    build: served?.builds.get(region) ?? null,
  })
  return { regions: Object.fromEntries(regions.map((region) => [region, state(region)])) }
}

/** With the builds of new calls, which the supervisor is the first to know. */
function withBuilds(health: Health, served: ServedBuilds | undefined): Health {
  if (!('regions' in health)) return { ...health, build: served?.builds.get(health.region) ?? null }
  const regions = Object.entries(health.regions).map(
    ([region, facts]) => [region, { ...facts, build: served?.builds.get(region) ?? null }] as const,
  )
  return { ...health, regions: Object.fromEntries(regions) }
}

export const jsonType = { 'content-type': 'application/json; charset=utf-8' }

function json(statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: jsonType, body: JSON.stringify(body) }
}
