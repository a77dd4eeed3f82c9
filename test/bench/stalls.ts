import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { operations } from '../../functions/operations.ts'
import { dearRequests, dearTexts } from '../fixtures/dear-requests.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { percentile, table } from './statistics.ts'

const built = process.argv[2]!
const only = process.argv[3]
const home = mkdtempSync(join(tmpdir(), 'stalls-'))
mkdirSync(join(home, 'data'))
symlinkSync(join(built, 'data/datasets'), join(home, 'data/datasets'))
process.env.CAIRN_HOME = home
process.env.REGION = 'andorra'
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
process.env.POWERTOOLS_METRICS_DISABLED = 'true'
process.env.CAIRN_CHECK_RESPONSES ??= '1'
const { openAccounts } = await import('../../lib/accounts/index.ts')
const accounts = await openAccounts()
const { accountId } = await accounts.createAccount({ balance: 1_000_000_000 })
const key = { accountId, keySha256: 'f'.repeat(64), hint: 'ffff' }
const caller = {
  accountId,
  keyId: (await accounts.addKey(key)).keyId,
  balance: 1_000_000_000,
  grants: ['predict'],
}

async function run(operation: string, request: Record<string, unknown>) {
  const contract = operations.find(({ id }) => id === operation)!
  const { handler } = await import(`../../functions/${operation}/handler.ts`)
  await handler.warm()
  const isGet = contract.method === 'GET'
  const query = Object.fromEntries(Object.entries(request).map(([k, v]) => [k, [String(v)]]))
  const event = proxyEvent({
    method: contract.method,
    path: contract.path,
    caller,
    ...(isGet ? { query } : { body: request }),
  })
  const monitor = monitorEventLoopDelay({ resolution: 1 })
  monitor.enable()
  await new Promise((r) => setTimeout(r, 20))
  monitor.reset()
  await new Promise((r) => setTimeout(r, 20))
  const from = performance.now()
  const cpu = process.cpuUsage()
  const answer = await handler(event)
  const took = performance.now() - from
  const { user, system } = process.cpuUsage(cpu)
  await new Promise((r) => setTimeout(r, 20))
  monitor.disable()
  return {
    status: answer.statusCode,
    took,
    cpu: (user + system) / 1000,
    stall: monitor.max / 1e6,
    bytes: answer.body.length,
    body: answer.body.slice(0, 150),
    stages: answer.headers['server-timing'],
    warnings: answer.headers['x-warnings'],
  }
}

const box = { min_lat: 42.43, min_lon: 1.41, max_lat: 42.65, max_lon: 1.78 }
const middle = { lat: 42.5063, lon: 1.5218 }
const rows = [['', 'status', 'took', 'cpu', 'stall', 'bytes']]
for (const { name, operation, request } of dearRequests(box, middle)) {
  if (only && !name.includes(only)) continue
  await run(operation, request).catch(() => {})
  const r = await run(operation, request)
  rows.push([
    name,
    String(r.status),
    `${r.took.toFixed(0)}`,
    r.cpu.toFixed(0),
    r.stall.toFixed(0),
    String(r.bytes),
  ])
  if (r.status !== 200) console.log(name, r.body)
  if (r.stall > 40) console.log(name, r.stages, r.warnings ?? '')
}
console.log(table(rows))

if (!only || only === 'texts') {
  const texts = dearTexts(3000, 77)
  const kinds: [string, string, (text: string) => Record<string, unknown>][] = [
    ['search', 'geocoding/search', (text) => ({ text, size: 40 })],
    ['autocomplete', 'geocoding/autocomplete', (text) => ({ text, size: 40 })],
    [
      'autocomplete focus',
      'geocoding/autocomplete',
      (text) => ({ text, size: 40, 'focus.point.lat': 42.5, 'focus.point.lon': 1.52 }),
    ],
    [
      'structured',
      'geocoding/structured-search',
      (text) => ({
        address: text,
        locality: text.slice(20),
        neighbourhood: text.slice(40),
        borough: text.slice(60),
        county: text.slice(80),
        region: text.slice(100),
        postalcode: text.slice(100),
        size: 40,
      }),
    ],
    [
      'places',
      'geocoding/places',
      (text) => ({ query: text, near: text.slice(50), radius: 50, size: 40 }),
    ],
    [
      'parse',
      'geocoding/parse',
      (text) => ({ text: `${text} ${text} ${text} ${text}`.slice(0, 1000) }),
    ],
  ]
  const rows = [['', 'p50', 'p99', 'max', 'stall max']]
  for (const [name, operation, of] of kinds) {
    const times: number[] = []
    let stall = 0
    let worst = ''
    for (const text of texts.slice(0, 1000)) {
      const r = await run2(operation, of(text))
      if (r.took > Math.max(0, ...times)) worst = text
      times.push(r.took)
      stall = Math.max(stall, r.stall)
    }
    rows.push([
      name,
      ...[0.5, 0.99, 1].map((at) => percentile(times, at).toFixed(1)),
      stall.toFixed(1),
    ])
    console.log(name, JSON.stringify(worst))
  }
  console.log(table(rows))
}
/** Without pauses around. */
async function run2(operation: string, request: Record<string, unknown>) {
  const contract = operations.find(({ id }) => id === operation)!
  const { handler } = await import(`../../functions/${operation}/handler.ts`)
  await handler.warm()
  const isGet = contract.method === 'GET'
  const query = Object.fromEntries(Object.entries(request).map(([k, v]) => [k, [String(v)]]))
  const event = proxyEvent({
    method: contract.method,
    path: contract.path,
    caller,
    ...(isGet ? { query } : { body: request }),
  })
  const from = performance.now()
  let last = from
  let stall = 0
  let going = true
  const tick = () => {
    const now = performance.now()
    stall = Math.max(stall, now - last)
    last = now
    if (going) setImmediate(tick)
  }
  setImmediate(tick)
  const answer = await handler(event)
  going = false
  const took = performance.now() - from
  stall = Math.max(stall, performance.now() - last)
  if (answer.statusCode !== 200) console.log(answer.statusCode, answer.body.slice(0, 200))
  return { took, stall }
}
process.exit(0)
