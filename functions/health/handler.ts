import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { openCompleteDataset } from '#ground/dataset'
import { type AccountStore, openAccounts } from '#platform/accounts'
import { openStorage, type Storage } from '#platform/storage'
import { type RegionEngine, regionEngineAndBuild } from '../routing/region-engine.ts'
import { servedRegions } from '../served-regions.ts'
import { type CheckAnswer, healthCheck } from './health-check.ts'

/** The dependencies that the health check probes. */
export interface HealthDependencies {
  regions: readonly string[]
  accounts: () => Promise<Pick<AccountStore, 'getAccount'>>
  storage: () => Promise<Storage>
  engine: (
    region: string,
  ) => Promise<{ build: string; engine: Pick<RegionEngine['engine'], 'call'> }>
  /** Milliseconds each check may take: 3,000, and 20,000 for the engine, which may have to be fetched. */
  limitsMs?: { accounts: number; dataset: number; engine: number }
  /** Milliseconds that an answer is cached (5,000). */
  cacheMs?: number
  /** Milliseconds by a clock that is never set; by default `performance.now()`. */
  now?: () => number
}

/**
 * Body of the answer. 200 when all is well:
 *
 *     {"status": "ok", "region": "andorra", "build": "20261121T004512Z-3f9a1c",
 *      "attribution": "© OpenStreetMap contributors, ODbL 1.0",
 *      "checks": {"accounts": {"status": "ok", "milliseconds": 4},
 *                 "dataset": {"status": "ok", "milliseconds": 12, "build": "20261121T004512Z-3f9a1c"},
 *                 "engine": {"status": "ok", "milliseconds": 1, "build": "20261121T004512Z-3f9a1c"}}}
 *
 * else 503 with `"status": "unavailable"` here and at each check that failed. Where several regions are served, each
 * has its checks for itself:
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
  /** By name, in the order in which they are served. */
  regions: Record<string, RegionHealth>
}

type Status = CheckAnswer['status']

interface Checked {
  /** A consistent read of an account that does not exist. */
  accounts: CheckAnswer
}

export interface RegionHealth {
  status: Status
  /** The build that the engine serves, else the published one, else null. */
  build: string | null
  attribution?: string
  checks: {
    /** The pointer, the manifest, and every file in its full size; `build` is the published one. */
    dataset: CheckAnswer
    /** The engine, opened and asked its status; `build` is the one it serves. */
    engine: CheckAnswer
  }
}

/** No account has this id: ids contain no spaces. */
const unusedAccountId = 'health check'

/**
 * Makes the handler of the deep check for operators: `GET /health` of the local server, and
 * `GET /health/deep` of a deployment, where the gateway wants it signed with IAM credentials.
 */
export function health(dependencies: HealthDependencies) {
  const { regions, limitsMs, cacheMs = 5_000, now = () => performance.now() } = dependencies
  const accounts = healthCheck({
    name: 'accounts',
    limitMs: limitsMs?.accounts ?? 3_000,
    probe: async () => {
      await (await dependencies.accounts()).getAccount(unusedAccountId)
      return {}
    },
  })
  const checksOf = new Map(regions.map((region) => [region, regionCheck(region, dependencies)]))

  const check = async (): Promise<Health> => {
    const [ofAccounts, ...ofRegions] = await Promise.all([
      accounts(),
      ...regions.map((region) => checksOf.get(region)!()),
    ])
    const status = statusOf([ofAccounts, ...ofRegions])
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
  /** Opens the engines ahead of the first call. */
  const warm = async (): Promise<void> => {
    await Promise.all(regions.map((region) => dependencies.engine(region)))
  }
  return Object.assign(handler, { warm })
}

/** Makes the checks of what a region is served from. */
function regionCheck(
  region: string,
  { storage, engine: open, limitsMs }: HealthDependencies,
): () => Promise<RegionHealth> {
  let attribution: string | undefined
  const dataset = healthCheck({
    name: 'dataset',
    limitMs: limitsMs?.dataset ?? 3_000,
    probe: async () => {
      const { build, manifest } = await openCompleteDataset(await storage(), region)
      attribution = manifest.attribution
      return { build }
    },
  })
  const engine = healthCheck({
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
      status: statusOf([ofDataset, ofEngine]),
      build: (ofEngine.build ?? ofDataset.build ?? null) as string | null,
      ...(attribution && { attribution }),
      checks: { dataset: ofDataset, engine: ofEngine },
    }
  }
}

function statusOf(checked: readonly { status: Status }[]): Status {
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

export const handler = health({
  regions: servedRegions(),
  accounts: () => openAccounts(),
  storage: () => openStorage(),
  engine: regionEngineAndBuild,
})
