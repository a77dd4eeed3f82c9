import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { type AccountStore, openAccounts } from '../../lib/accounts/index.ts'
import { openWholeDataset } from '../../lib/dataset/index.ts'
import { openStorage, type Storage } from '../../lib/storage/index.ts'
import { type RegionEngine, regionEngineAndBuild } from '../routing/region-engine.ts'
import { bounded, type CheckAnswer } from './check.ts'

/** What a health check looks at. */
export interface HealthParts {
  region: string
  accounts: () => Promise<Pick<AccountStore, 'getAccount'>>
  storage: () => Promise<Storage>
  engine: () => Promise<{ build: string; engine: Pick<RegionEngine['engine'], 'call'> }>
  /** Milliseconds each check may take: 3,000, and 20,000 for the engine, which may have to be fetched. */
  limitsMs?: { accounts: number; dataset: number; engine: number }
  /** Milliseconds an answer is given to all who ask (5,000). */
  keepMs?: number
  /** The time in milliseconds. */
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
 * else 503 with `"status": "unavailable"` here and at each check that failed.
 */
export interface Health {
  status: 'ok' | 'unavailable'
  region: string
  /** What the engine serves; when it cannot say, what is published; null when that is unknown too. */
  build: string | null
  attribution?: string
  checks: {
    /** A consistent read of an account that does not exist. */
    accounts: CheckAnswer
    /** The pointer, the manifest, and every file in its full size; `build` is the published one. */
    dataset: CheckAnswer
    /** The engine, opened and asked its status; `build` is the one it serves. */
    engine: CheckAnswer
  }
}

/** No account can have this id: ids have no spaces. */
const nobody = 'health check'

/**
 * Makes the handler of the deep check for operators: `GET /health` of the local server, and
 * `GET /health/deep` of a deployment, where the gateway wants it signed with IAM credentials.
 */
export function health(parts: HealthParts) {
  const { region, limitsMs, keepMs = 5_000, now = Date.now } = parts
  let attribution: string | undefined
  const accounts = bounded({
    name: 'accounts',
    limitMs: limitsMs?.accounts ?? 3_000,
    probe: async () => {
      await (await parts.accounts()).getAccount(nobody)
      return {}
    },
  })
  const dataset = bounded({
    name: 'dataset',
    limitMs: limitsMs?.dataset ?? 3_000,
    probe: async () => {
      const { build, manifest } = await openWholeDataset(await parts.storage(), region)
      attribution = manifest.attribution
      return { build }
    },
  })
  const engine = bounded({
    name: 'engine',
    limitMs: limitsMs?.engine ?? 20_000,
    probe: async () => {
      const { build, engine } = await parts.engine()
      await engine.call('status', {})
      return { build }
    },
  })

  const look = async (): Promise<Health> => {
    const [ofAccounts, ofDataset, ofEngine] = await Promise.all([accounts(), dataset(), engine()])
    const all = [ofAccounts, ofDataset, ofEngine]
    return {
      status: all.every(({ status }) => status === 'ok') ? 'ok' : 'unavailable',
      region,
      build: (ofEngine.build ?? ofDataset.build ?? null) as string | null,
      ...(attribution && { attribution }),
      checks: { accounts: ofAccounts, dataset: ofDataset, engine: ofEngine },
    }
  }
  let kept: { until: number; answer: Promise<Health> } | undefined
  const latest = (): Promise<Health> => {
    if (kept && now() < kept.until) return kept.answer
    const fresh = { until: Number.POSITIVE_INFINITY, answer: look() }
    fresh.answer.then(() => {
      fresh.until = now() + keepMs
    })
    kept = fresh
    return fresh.answer
  }

  const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
    toResponse(await latest(), event.requestContext.requestId)
  /** Opens the engine ahead of the first call. */
  const warm = async (): Promise<void> => {
    await parts.engine()
  }
  return Object.assign(handler, { warm })
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
  region: process.env.REGION || 'demo',
  accounts: () => openAccounts(),
  storage: () => openStorage(),
  engine: regionEngineAndBuild,
})
