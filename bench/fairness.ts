import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { resolve } from 'node:path'
import { openDataset } from '#ground/dataset'
import type { Bounds, LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { operations } from '../functions/operations.ts'
import type { DearRequest } from '../test/fixtures/dear-requests.ts'
import { placesOf } from '../test/fixtures/event.ts'
import { homeOver, startServer, type TestServer } from '../test/fixtures/server.ts'
import { transplant } from '../test/fixtures/transplant.ts'
import {
  type Described,
  type DescribedObject,
  expand,
  isObject,
} from '../test/fixtures/worst-inputs/described.ts'
import type { WorstInput } from '../test/fixtures/worst-inputs/search.ts'
import { benchHome, buildBenchRegion, findMiddle } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

const attackers = 2
const connectionsOfAttacker = 6
/** Requests per second of each kind that the healthy account sends. */
const healthyPerSecond = 5
/** Duration of each attack, seconds; searches of an hour use longer attacks. */
const seconds = Number(process.env.SECONDS ?? 6)
/** Results of the search for the worst input: its output, or the recorded one. */
const worstInputs = process.env.CAIRN_WORST_OUT ?? 'test/fixtures/worst-inputs.json'

/** A request that is ready to send. */
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
 * Measures an account that sends routes, searches and addresses to parse, alone and while two others each send the
 * two worst requests of one operation, or of all, over six connections. The peer is the same account alone.
 */
export async function runFairnessBenchmark(): Promise<void> {
  const region = await buildBenchRegion()
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const { manifest } = await openDataset(storage, region)
  const center = findMiddle(region, manifest.bounds)
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
    const ordinary = listHealthyRequests(center)
    const measure = async (requests: readonly DearRequest[]) => {
      const stop = new AbortController()
      const attacks = keys.flatMap((key, account) => {
        const prepared = requests.map((request) => prepare(server, key, request))
        return Array.from({ length: connectionsOfAttacker }, (_, connection) =>
          sendGreedily(prepared, account + connection, stop.signal),
        )
      })
      const timed = await sendEvenly(server, healthy.key, ordinary, seconds)
      stop.abort()
      return { timed, attacked: (await Promise.all(attacks)).flat() }
    }
    const alone = await measure([])
    const rows = [formatRow('alone', alone)]
    const byOperation = listWorstRequests(region, manifest.bounds, center)
    for (const [operation, requests] of byOperation) {
      rows.push(formatRow(operation, await measure(requests)))
    }
    rows.push(formatRow('all of them', await measure([...byOperation.values()].flat())))
    console.log(
      `fairness: p50, p99 and the longest of a healthy account, in milliseconds, beside ${attackers} accounts ` +
        `with ${connectionsOfAttacker} connections each that send the two worst requests of`,
    )
    console.log(
      formatTable([['', ...healthyKinds, 'refused', 'attack: answers', '5xx or 429'], ...rows]),
    )
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

function formatRow(label: string, { timed, attacked }: Measurement): string[] {
  const isRefused = ({ status }: Timed) => status >= 500 || status === 429
  const figures = healthyKinds.map((kind) => {
    const times = timed.filter(({ label }) => label === kind).map((call) => call.milliseconds)
    return [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0)).join(' / ')
  })
  const counts = [timed.filter(isRefused), attacked, attacked.filter(isRefused)]
  return [label, ...figures, ...counts.map(({ length }) => `${length}`)]
}

/** Returns the two worst requests of each operation found on the demo island, moved to a region. */
function listWorstRequests(
  region: string,
  bounds: Bounds,
  center: LatLon,
): Map<string, DearRequest[]> {
  const found = JSON.parse(readFileSync(worstInputs, 'utf8')) as Record<string, WorstInput[]>
  const ground = { bounds, onRoad: [center], names: regionNames, random: () => 0.99 }
  const moved = (input: DescribedObject) => {
    const isDeep = (field: Described) => isObject(field) && 'nested' in field
    // Deeply nested lists contain no positions and are too deep to search.
    const parts = [isDeep, (field: Described) => !isDeep(field)].map((isOfPart) =>
      expand(Object.fromEntries(Object.entries(input).filter(([, field]) => isOfPart(field)))),
    )
    const [deep, plain] = parts as [Record<string, unknown>, Record<string, unknown>]
    const there = region === 'demo' ? plain : transplant(plain, ground)
    return { ...(there as Record<string, unknown>), ...deep }
  }
  return new Map(
    Object.entries(found).map(([operation, inputs]) => [
      operation,
      inputs
        .toSorted((a, b) => b.cpuMs - a.cpuMs)
        .slice(0, 2)
        .map(({ input }) => ({ name: operation, operation, request: moved(input) })),
    ]),
  )
}

/** Names that replace the names of the island. */
const regionNames = ['Carrer Major', 'Ordino', 'Andorra la Vella', 'Avinguda Meritxell', 'Encamp']

/** Returns typical requests of an application. */
function listHealthyRequests({ lat, lon }: { lat: number; lon: number }): DearRequest[] {
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

/** Sends one request after another, in rotation, until the signal is aborted. */
async function sendGreedily(
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

/** Sends at an even pace, regardless of answers. Times count from the moment a request was due. */
async function sendEvenly(
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

function prepare(
  { url }: TestServer,
  key: string,
  { name, operation, request }: DearRequest,
): Prepared {
  const called = operations.find(({ id }) => id === operation)!
  const { method, path, query = {}, body } = placesOf(called, request)
  const target = new URL(path, url)
  for (const [field, values] of Object.entries(query))
    for (const value of values) target.searchParams.append(field, value.toWellFormed())
  return {
    label: name,
    method,
    url: target,
    key,
    body: body === undefined ? body : JSON.stringify(body),
  }
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
