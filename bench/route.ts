import type { Bounds, LatLon } from '#ground/geo'
import { type Engine, findRoute } from '#routing/operations'
import { RouteRequest } from '#routing/schemas'
import { openBenchEngine } from './region.ts'
import { randomRoadPoints } from './road-points.ts'
import { percentile, table } from './statistics.ts'

const pairs = 200
const rounds = 6
const elevationInterval = 30

/**
 * Our route against the bare engine asked for the same route with the same elevation interval, in
 * turn, in one process on one engine: once as the object that a caller of the engine gets, once as
 * the JSON text that leaves the service, against the engine's object both times.
 */
export async function routeBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const requests = await routablePairs(engine, bounds)
  const ask = (locations: LatLon[]) =>
    engine.call('route', {
      locations,
      costing: 'auto',
      units: 'kilometers',
      turn_lanes: true,
      elevation_interval: elevationInterval,
    })
  const find = (locations: LatLon[]) =>
    findRoute(engine, RouteRequest.parse({ locations, elevation_interval: elevationInterval }), {
      warn: () => {},
    })
  const contenders = {
    route: find,
    engine: ask,
    'route as text': async (locations: LatLon[]) => JSON.stringify(await find(locations)),
  }
  const times = await measureInTurn(contenders, requests)

  const row = (name: keyof typeof contenders, at: number, label: string) => {
    const [a, b] = [percentile(times[name], at), percentile(times.engine, at)]
    return [
      `${name}, ${label}`,
      `${a.toFixed(2)} ms`,
      `${b.toFixed(2)} ms`,
      `${(a / b).toFixed(2)} x`,
    ]
  }
  console.log(`route: ${requests.length} random pairs on roads of ${region}, ${rounds} rounds, car`)
  console.log(
    table([
      ['', 'ours', 'bare engine', 'ratio'],
      row('route', 0.5, 'median'),
      row('route', 0.95, 'p95'),
      row('route as text', 0.5, 'median'),
      row('route as text', 0.95, 'p95'),
    ]),
  )
  const { rss, heapUsed } = process.memoryUsage()
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  console.log(`memory of this process: ${megabytes(rss)} resident, ${megabytes(heapUsed)} heap\n`)
}

/** Milliseconds of each call of each contender, after a warm-up. */
async function measureInTurn<Name extends string>(
  contenders: Record<Name, (locations: LatLon[]) => Promise<unknown>>,
  requests: LatLon[][],
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = 0; round <= rounds; round++) {
    for (const [i, locations] of requests.entries()) {
      // Who goes first changes, since the next ones find the tiles in the processor's caches.
      const first = (i + round) % names.length
      for (const name of [...names.slice(first), ...names.slice(0, first)]) {
        const from = performance.now()
        await contenders[name](locations)
        if (round > 0) times[name].push(performance.now() - from)
      }
    }
  }
  return times
}

async function routablePairs(engine: Engine, bounds: Bounds): Promise<LatLon[][]> {
  const points = await randomRoadPoints(engine, bounds, 4 * pairs)
  const found: LatLon[][] = []
  for (let i = 0; found.length < pairs && i + 1 < points.length; i += 2) {
    const locations = points.slice(i, i + 2)
    const request = RouteRequest.parse({ locations })
    const route = await findRoute(engine, request, { warn: () => {} }).catch(() => undefined)
    if (route) found.push(locations)
  }
  return found
}
