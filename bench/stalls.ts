import { resolve } from 'node:path'
import { operations } from '../functions/operations.ts'
import { openDataset } from '../lib/dataset/index.ts'
import { openStorage } from '../lib/storage/index.ts'
import { type DearRequest, dearRequests, dearTexts } from '../test/fixtures/dear-requests.ts'
import { proxyEvent } from '../test/fixtures/event.ts'
import { homeOver } from '../test/fixtures/server.ts'
import { benchHome, benchRegion, middleOf } from './region.ts'
import { percentile, table } from './statistics.ts'

const balance = 1_000_000_000
const textsOfOperation = 1_000

interface Measured {
  status: number
  milliseconds: number
  /** Of the process, engine threads included. */
  processorMs: number
  /** The longest time that no other call could run. */
  stallMs: number
}

/** How long the dearest legal request of each operation holds the event loop, alone in one process. */
export async function stallsBenchmark(): Promise<void> {
  const region = await benchRegion()
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const { manifest } = await openDataset(storage, region)
  process.env.CAIRN_HOME = homeOver(resolve(benchHome))
  process.env.REGION = region
  process.env.CAIRN_CHECK_RESPONSES ??= 'small'
  const call = await caller()

  console.log(`stalls: the dearest legal requests in ${region}, second call of each`)
  const rows = [['', 'status', 'took', 'processor', 'longest stall']]
  for (const request of dearRequests(manifest.bounds, middleOf(region, manifest.bounds))) {
    await call(request)
    const { status, milliseconds, processorMs, stallMs } = await call(request)
    const figures = [milliseconds, processorMs, stallMs].map((ms) => `${ms.toFixed(0)} ms`)
    rows.push([request.name, String(status), ...figures])
  }
  console.log(table(rows))

  console.log(
    `\nstalls: ${textsOfOperation} generated dear texts for each operation that takes one`,
  )
  const textRows = [['', 'median', 'p99', 'most', 'longest stall']]
  for (const [operation, requestOf] of Object.entries(withText)) {
    const measured: Measured[] = []
    for (const text of dearTexts(textsOfOperation, 77)) {
      measured.push(await call({ name: operation, operation, request: requestOf(text) }))
    }
    const times = measured.map(({ milliseconds }) => milliseconds)
    const stall = Math.max(...measured.map(({ stallMs }) => stallMs))
    const figures = [...[0.5, 0.99, 1].map((share) => percentile(times, share)), stall]
    textRows.push([operation, ...figures.map((ms) => `${ms.toFixed(1)} ms`)])
  }
  console.log(table(textRows))
  console.log()
}

const withText: Record<string, (text: string) => Record<string, unknown>> = {
  'geocoding/search': (text) => ({ text, size: 40 }),
  'geocoding/autocomplete': (text) => ({ text, size: 40 }),
  'geocoding/structured-search': (text) => ({
    address: text,
    neighbourhood: text.slice(40),
    locality: text.slice(20),
    county: text.slice(80),
    region: text.slice(100),
    postalcode: text.slice(100),
    size: 40,
  }),
  'geocoding/places': (text) => ({
    query: text,
    'near.lat': 42.5,
    'near.lon': 1.5,
    radius: 50,
    size: 40,
  }),
  'geocoding/parse': (text) => ({ text: Array(4).fill(text).join(' ').slice(0, 1_000) }),
}

/** Calls the true handlers on behalf of a new account. */
async function caller(): Promise<(request: DearRequest) => Promise<Measured>> {
  const { openAccounts } = await import('../lib/accounts/index.ts')
  const accounts = await openAccounts()
  const { accountId } = await accounts.createAccount({ balance })
  const key = { accountId, keySha256: 'f'.repeat(64), hint: 'ffff' }
  const { keyId } = await accounts.addKey(key)
  const caller = { accountId, keyId, balance, grants: ['predict'] }
  return async ({ operation, request }) => {
    const { method, path } = operations.find(({ id }) => id === operation)!
    const { handler } = await import(`../../functions/${operation}/handler.ts`)
    await handler.warm()
    const query = Object.fromEntries(
      Object.entries(request).map(([name, value]) => [name, [String(value)]]),
    )
    const sent = method === 'GET' ? { query } : { body: request }
    return measured(() => handler(proxyEvent({ method, path, caller, ...sent })))
  }
}

async function measured(work: () => Promise<{ statusCode: number }>): Promise<Measured> {
  const from = performance.now()
  const processor = process.cpuUsage()
  let [last, stallMs, isDone] = [from, 0, false]
  const turn = () => {
    const now = performance.now()
    stallMs = Math.max(stallMs, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const { statusCode } = await work()
  isDone = true
  turn()
  const { user, system } = process.cpuUsage(processor)
  return {
    status: statusCode,
    milliseconds: performance.now() - from,
    processorMs: (user + system) / 1000,
    stallMs,
  }
}
