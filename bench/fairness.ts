import { Agent, request as httpRequest } from 'node:http'
import { resolve } from 'node:path'
import { operations } from '../functions/operations.ts'
import { openDataset } from '../lib/dataset/index.ts'
import { openStorage } from '../lib/storage/index.ts'
import { type DearRequest, dearRequests } from '../test/fixtures/dear-requests.ts'
import { homeOver, startServer, type TestServer } from '../test/fixtures/server.ts'
import { benchHome, benchRegion, middleOf } from './region.ts'
import { percentile, table } from './statistics.ts'

const greedyAccounts = 3
const connectionsOfGreedy = 8
const ordinaryPerSecond = 10
const aloneSeconds = 10
const loadedSeconds = Number(process.env.SECONDS ?? 40)

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
 * One account that sends ordinary requests, ten a second, alone and while three accounts with eight
 * connections each send the dearest legal ones. The peer is the same account alone.
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
    const greedy = await Promise.all(
      Array.from({ length: greedyAccounts }, async () => {
        const account = await server.newKey('1000.00')
        await server.keys('grant', 'predict', account.account_id)
        return account.key
      }),
    )
    const dear = dearRequests(manifest.bounds, center)
    const ordinary = ordinaryRequests(center)
    const alone = await ordinaryLoad(server, healthy.key, ordinary, aloneSeconds)
    const stop = new AbortController()
    const prepared = greedy.map((key) => dear.map((request) => prepare(server, key, request)))
    const greedyDone = prepared.flatMap((requests, account) =>
      Array.from({ length: connectionsOfGreedy }, (_, connection) =>
        greedyLoad(requests, account * 7 + connection * 3, stop.signal),
      ),
    )
    const loaded = await ordinaryLoad(server, healthy.key, ordinary, loadedSeconds)
    stop.abort()
    const dearAnswers = (await Promise.all(greedyDone)).flat()
    print(alone, loaded, dearAnswers)
  } finally {
    await server.stop()
  }
}

function print(alone: readonly Timed[], loaded: readonly Timed[], dear: readonly Timed[]): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(3)} s`
  const row = (label: string, all: readonly Timed[], peer?: readonly Timed[]) => {
    const [times, others] = [all, peer ?? []].map((list) => list.map((call) => call.milliseconds))
    const at = (share: number) => percentile(times!, share)
    const ratio = peer ? `${(at(0.99) / percentile(others!, 0.99)).toFixed(1)} x` : ''
    const refused = all.filter(({ status }) => status >= 500 || status === 429).length
    return [label, String(all.length), ...[0.5, 0.99, 1].map(at).map(seconds), ratio, `${refused}`]
  }
  console.log(
    `fairness: ${ordinaryPerSecond} ordinary requests a second, alone and beside ${greedyAccounts} ` +
      `accounts that send the dearest ones over ${connectionsOfGreedy} connections each`,
  )
  const head = ['', 'requests', 'median', 'p99', 'most', 'p99 ratio', '429 or 5xx']
  const labels = [...new Set(dear.map(({ label }) => label))].sort()
  console.log(
    table([
      head,
      row('ordinary, alone', alone),
      row('ordinary, beside', loaded, alone),
      ...[...new Set(loaded.map(({ label }) => label))].map((label) =>
        row(
          `  ${label}`,
          loaded.filter((call) => call.label === label),
        ),
      ),
      row('dear', dear),
      ...labels.map((label) =>
        row(
          `  ${label}`,
          dear.filter((call) => call.label === label),
        ),
      ),
    ]),
  )
  console.log()
}

/** What an application asks all the time: short ways, names, heights. */
function ordinaryRequests({ lat, lon }: { lat: number; lon: number }): DearRequest[] {
  const near = (i: number) => ({ lat: lat + 0.002 * i, lon: lon + 0.003 * (i % 3) })
  const make = (operation: string, request: Record<string, unknown>): DearRequest => ({
    name: operation,
    operation,
    request,
  })
  return [1, 2, 3].flatMap((i) => [
    make('routing/route', { locations: [near(0), near(i)] }),
    make('geocoding/search', { text: ['Carrer Major', 'Ordino', 'Hotel Pradetta'][i - 1] }),
    make('geocoding/autocomplete', { text: ['Car', 'Ordi', 'Pra'][i - 1] }),
    make('geocoding/reverse', near(i)),
    make('routing/elevation', { shape: [near(0), near(i)], range: true }),
    make('routing/isochrone', { locations: [near(i)], contours: [{ time: 10 }] }),
    make('geocoding/parse', { text: `Carrer Major ${i}, AD500 Andorra la Vella` }),
    make('routing/matrix', { sources: [near(0), near(1)], targets: [near(2), near(3)] }),
    make('routing/locate', { locations: [near(i)] }),
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
    for (let i = first; !signal.aborted; i++) {
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
  const agent = new Agent({ keepAlive: true })
  const prepared = requests.map((request) => prepare(server, key, request))
  const sent: Promise<Timed>[] = []
  const from = performance.now()
  for (let i = 0; i < seconds * ordinaryPerSecond; i++) {
    const due = from + (i * 1000) / ordinaryPerSecond
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
  return { label: name.replace(/^search \d+$/, 'search'), method, url: target, key, body }
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
