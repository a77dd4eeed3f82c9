import { existsSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { resolve } from 'node:path'
import { operations } from '../functions/operations.ts'
import { openDataset } from '../lib/dataset/index.ts'
import { openStorage } from '../lib/storage/index.ts'
import { type DearRequest, dearRequests } from '../test/fixtures/dear-requests.ts'
import { homeOver, startServer, type TestServer } from '../test/fixtures/server.ts'
import { benchHome, benchRegion, middleOf } from './region.ts'
import { percentile, table } from './statistics.ts'

const attackers = 2
const connectionsOfAttacker = 6
/** Requests a second of each kind that the healthy account sends. */
const healthyPerSecond = 5
/** Seconds of each attack; an hour's search takes longer ones. */
const seconds = Number(process.env.SECONDS ?? 6)
/** Found by the search for the worst input: those of an operation, the worst first or with their processor time. */
const worstInputs = 'test/fixtures/worst-inputs.json'

/** A request ready to be sent. */
interface Prepared {
  label: string
  method: string
  url: URL
  key: string
  body: string | undefined
}

interface Timed {
  label: string
  status: number
  milliseconds: number
}

/**
 * An account that sends routes, searches and addresses to parse, alone and while two others each send the two dearest
 * requests of one operation, or of all, over six connections. The peer is the same account alone.
 */
export async function fairnessBenchmark(): Promise<void> {
  const region = await benchRegion()
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const { manifest } = await openDataset(storage, region)
  const center = middleOf(region, manifest.bounds)
  const server = await startServer(homeOver(resolve(benchHome)), {
    REGION: region,
    CAIRN_WORKERS: '2',
    CAIRN_WEATHER: 'off',
    CAIRN_CHECK_RESPONSES: 'small',
  })
  try {
    const healthy = await server.newKey('1000.00')
    const keys = await Promise.all(
      Array.from({ length: attackers }, async () => {
        const account = await server.newKey('1000.00')
        await server.keys('grant', 'predict', account.account_id)
        return account.key
      }),
    )
    const ordinary = healthyRequests(center)
    const measure = async (requests: readonly DearRequest[]) => {
      const stop = new AbortController()
      const attacks = keys.flatMap((key, account) => {
        const prepared = requests.map((request) => prepare(server, key, request))
        return Array.from({ length: connectionsOfAttacker }, (_, connection) =>
          greedyLoad(prepared, account + connection, stop.signal),
        )
      })
      const timed = await ordinaryLoad(server, healthy.key, ordinary, seconds)
      stop.abort()
      return { timed, attacked: (await Promise.all(attacks)).flat() }
    }
    const alone = await measure([])
    const rows = [rowOf('alone', alone)]
    const byOperation = worstRequests(dearRequests(manifest.bounds, center))
    for (const [operation, requests] of byOperation) {
      rows.push(rowOf(operation, await measure(requests)))
    }
    rows.push(rowOf('all of them', await measure([...byOperation.values()].flat())))
    console.log(
      `fairness: p50, p99 and the longest of a healthy account, in milliseconds, beside ${attackers} accounts ` +
        `with ${connectionsOfAttacker} connections each that send the two worst requests of`,
    )
    console.log(table([['', ...healthyKinds, 'refused', 'attack: answers', '5xx or 429'], ...rows]))
    console.log()
  } finally {
    await server.stop()
  }
}

const healthyKinds = ['route', 'search', 'parse']

interface Measurement {
  timed: readonly Timed[]
  attacked: readonly Timed[]
}

function rowOf(label: string, { timed, attacked }: Measurement): string[] {
  const isRefused = ({ status }: Timed) => status >= 500 || status === 429
  const figures = healthyKinds.map((kind) => {
    const times = timed.filter(({ label }) => label === kind).map((call) => call.milliseconds)
    return [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0)).join(' / ')
  })
  const counts = [timed.filter(isRefused), attacked, attacked.filter(isRefused)]
  return [label, ...figures, ...counts.map(({ length }) => `${length}`)]
}

/** The two worst requests of each operation: those that were found, else the dearest that are known. */
function worstRequests(known: readonly DearRequest[]): Map<string, DearRequest[]> {
  const found = existsSync(worstInputs)
    ? (JSON.parse(readFileSync(worstInputs, 'utf8')) as Record<string, WorstInput[]>)
    : {}
  const byOperation = new Map<string, DearRequest[]>()
  for (const request of known) {
    const list = byOperation.get(request.operation) ?? []
    byOperation.set(request.operation, [...list, request].slice(0, 2))
  }
  for (const [operation, inputs] of Object.entries(found)) {
    if (!operations.some(({ id }) => id === operation)) continue
    const worst = [...inputs].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, 2)
    if (worst.length === 0) continue
    const requests = worst.map(({ input }) => ({ name: operation, operation, request: input }))
    byOperation.set(operation, requests)
  }
  return byOperation
}

interface WorstInput {
  input: Record<string, unknown>
  cpuMs: number
}

/** What an application asks all the time. */
function healthyRequests({ lat, lon }: { lat: number; lon: number }): DearRequest[] {
  const near = (i: number) => ({ lat: lat + 0.002 * i, lon: lon + 0.003 * (i % 3) })
  return [1, 2, 3].flatMap((i) => [
    { name: 'route', operation: 'routing/route', request: { locations: [near(0), near(i)] } },
    {
      name: 'search',
      operation: 'geocoding/search',
      request: { text: ['Carrer Major', 'Ordino', 'Hotel Pradetta'][i - 1] },
    },
    {
      name: 'parse',
      operation: 'geocoding/parse',
      request: { text: `Carrer Major ${i}, AD500 Andorra la Vella` },
    },
  ])
}

/** Sends one request after another until the signal; which of them is next goes round. */
async function greedyLoad(
  requests: readonly Prepared[],
  first: number,
  signal: AbortSignal,
): Promise<Timed[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const timed: Timed[] = []
  try {
    for (let i = first; requests.length > 0 && !signal.aborted; i++) {
      timed.push(await send(requests[i % requests.length]!, agent))
    }
  } finally {
    agent.destroy()
  }
  return timed
}

/** Sends at an even pace, whether answers come or not; times count from when a request was due. */
async function ordinaryLoad(
  server: TestServer,
  key: string,
  requests: readonly DearRequest[],
  seconds: number,
): Promise<Timed[]> {
  const perSecond = healthyPerSecond * healthyKinds.length
  const agent = new Agent({ keepAlive: true })
  const prepared = requests.map((request) => prepare(server, key, request))
  const sent: Promise<Timed>[] = []
  const from = performance.now()
  for (let i = 0; i < seconds * perSecond; i++) {
    const due = from + (i * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sent.push(send(prepared[i % prepared.length]!, agent, due))
  }
  const timed = await Promise.all(sent)
  agent.destroy()
  return timed
}

function prepare({ url }: TestServer, key: string, { name, operation, request }: DearRequest) {
  const { method, path } = operations.find(({ id }) => id === operation)!
  const target = new URL(path, url)
  if (method === 'GET') {
    for (const [field, value] of Object.entries(request)) {
      target.searchParams.append(field, String(value))
    }
  }
  const body = method === 'POST' ? JSON.stringify(request) : undefined
  return { label: name, method, url: target, key, body }
}

function send(
  { label, method, url, key, body }: Prepared,
  agent: Agent,
  from = performance.now(),
): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
    const sent = httpRequest(url, { method, agent, headers }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({
          label,
          status: response.statusCode!,
          milliseconds: performance.now() - from,
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
