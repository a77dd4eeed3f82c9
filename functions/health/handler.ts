import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { openCompleteDataset } from '#ground/dataset'
import { type AccountStore, openAccounts } from '#platform/accounts'
import { openStorage, type Storage } from '#platform/storage'
import { type RegionEngine, regionEngineAndBuild } from '../routing/region-engine.ts'
import { listServedRegions } from '../served-regions.ts'
import { type CheckAnswer, makeHealthCheck } from './health-check.ts'

/** The dependencies that the health check probes. */
export interface HealthDependencies {
  regions: readonly string[]
  accounts: () => Promise<Pick<AccountStore, 'getAccount'>>
  storage: () => Promise<Storage>
  engine: (
    region: string,
  ) => Promise<{ build: string; engine: Pick<RegionEngine['engine'], 'call'> }>
  /** Maximum duration of each check, ms: 3,000, and 20,000 for the engine, which may have to be downloaded. */
  limitsMs?: { accounts: number; dataset: number; engine: number }
  /** Time that an answer is cached, ms (5,000). */
  cacheMs?: number
  /** Returns milliseconds of a monotonic clock; by default `performance.now()`. */
  now?: () => number
}

/**
 * Body of the answer. The status is 200 when all checks succeed:
 *
 *     {"status": "ok", "region": "andorra", "build": "20261121T004512Z-3f9a1c",
 *      "attribution": "© OpenStreetMap contributors, ODbL 1.0",
 *      "checks": {"accounts": {"status": "ok", "milliseconds": 4},
 *                 "dataset": {"status": "ok", "milliseconds": 12, "build": "20261121T004512Z-3f9a1c"},
 *                 "engine": {"status": "ok", "milliseconds": 1, "build": "20261121T004512Z-3f9a1c"}}}
 *
 * Otherwise it is 503, with `"status": "unavailable"` here and in each failed check. When several regions are served,
 * each has its own checks:
 *
 *     {"status": "ok", "checks": {"accounts": {...}},
 *      "regions": {"andorra": {"status": "ok", "build": "...", "attribution": "...",
 *                              "checks": {"dataset": {...}, "engine": {...}}},
 *                  "porto": {...}}}
 */
export type Health = (OneRegion & { region: string }) | SeveralRegions

interface OneRegion extends Omit<RegionHealth, 'checks'> {
  checks: Checked & RegionHealth['checks']
}

interface SeveralRegions {
  status: Status
  checks: Checked
  /** Regions by name, in the order of `$REGION`. */
  regions: Record<string, RegionHealth>
}

type Status = CheckAnswer['status']

interface Checked {
  /** Result of a consistent read of an account that does not exist. */
  accounts: CheckAnswer
}

export interface RegionHealth {
  status: Status
  /** Build that the engine serves, else the published one, else null. */
  build: string | null
  attribution?: string
  checks: {
    /** Result for the pointer, the manifest, and every file in its full size; `build` is the published one. */
    dataset: CheckAnswer
    /** Result of opening the engine and requesting its status; `build` is the one it serves. */
    engine: CheckAnswer
  }
}

/** Id that no account can have, because ids contain no spaces. */
const unusedAccountId = 'health check'

/**
 * Makes the handler of the deep check for operators: `GET /health` of the local server, and `GET /health/deep` of a
 * deployment, where the gateway requires a signature with IAM credentials.
 */
export function makeHealthHandler(dependencies: HealthDependencies) {
  const { regions, limitsMs, cacheMs = 5_000, now = () => performance.now() } = dependencies
  const accounts = makeHealthCheck({
    name: 'accounts',
    limitMs: limitsMs?.accounts ?? 3_000,
    probe: async () => {
      await (await dependencies.accounts()).getAccount(unusedAccountId)
      return {}
    },
  })
  const checksByRegion = new Map(
    regions.map((region) => [region, makeRegionCheck(region, dependencies)]),
  )

  const check = async (): Promise<Health> => {
    const [ofAccounts, ...ofRegions] = await Promise.all([
      accounts(),
      ...regions.map((region) => checksByRegion.get(region)!()),
    ])
    const status = combineStatus([ofAccounts, ...ofRegions])
    const [first] = ofRegions
    if (ofRegions.length === 1) {
      const { status: _, checks, ...facts } = first!
      return { status, region: regions[0]!, ...facts, checks: { accounts: ofAccounts, ...checks } }
    }
    const byName = Object.fromEntries(regions.map((region, i) => [region, ofRegions[i]!]))
    return { status, checks: { accounts: ofAccounts }, regions: byName }
  }
  let cached: { until: number; answer: Promise<Health> } | undefined
  const latest = (): Promise<Health> => {
    if (cached && now() < cached.until) return cached.answer
    const fresh = { until: Number.POSITIVE_INFINITY, answer: check() }
    fresh.answer.then(() => {
      fresh.until = now() + cacheMs
    })
    cached = fresh
    return fresh.answer
  }

  const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
    toResponse(await latest(), event.requestContext.requestId)
  /** Opens the engines in advance of the first call. */
  const warm = async (): Promise<void> => {
    await Promise.all(regions.map((region) => dependencies.engine(region)))
  }
  return Object.assign(handler, { warm })
}

/** Makes the checks of a region's data and engine. */
function makeRegionCheck(
  region: string,
  { storage, engine: open, limitsMs }: HealthDependencies,
): () => Promise<RegionHealth> {
  let attribution: string | undefined
  const dataset = makeHealthCheck({
    name: 'dataset',
    limitMs: limitsMs?.dataset ?? 3_000,
    probe: async () => {
      const { build, manifest } = await openCompleteDataset(await storage(), region)
      attribution = manifest.attribution
      return { build }
    },
  })
  const engine = makeHealthCheck({
    name: 'engine',
    limitMs: limitsMs?.engine ?? 20_000,
    probe: async () => {
      const { build, engine } = await open(region)
      await engine.call('status', {})
      return { build }
    },
  })
  return async () => {
    const [ofDataset, ofEngine] = await Promise.all([dataset(), engine()])
    return {
      status: combineStatus([ofDataset, ofEngine]),
      build: (ofEngine.build ?? ofDataset.build ?? null) as string | null,
      ...(attribution && { attribution }),
      checks: { dataset: ofDataset, engine: ofEngine },
    }
  }
}

function combineStatus(checked: readonly { status: Status }[]): Status {
  return checked.every(({ status }) => status === 'ok') ? 'ok' : 'unavailable'
}

function toResponse(health: Health, requestId: string): APIGatewayProxyResult {
  const ok = health.status === 'ok'
  return {
    statusCode: ok ? 200 : 503,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      'cache-control': 'no-store',
      ...(ok ? {} : { 'retry-after': '5' }),
    },
    body: JSON.stringify(health),
  }
}

export const handler = makeHealthHandler({
  regions: listServedRegions(),
  accounts: () => openAccounts(),
  storage: () => openStorage(),
  engine: regionEngineAndBuild,
})
