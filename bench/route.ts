import type { Bounds, LatLon } from '#ground/geo'
import { type Engine, findRoute } from '#routing/operations'
import { RouteRequest } from '#routing/schemas'
import { openBenchEngine } from './region.ts'
import { drawRoadPoints } from './road-points.ts'
import { formatTable, percentile } from './statistics.ts'

const pairs = 200
const rounds = 6
const elevationInterval = 30

/**
 * Compares our route with the bare engine computing the same route with the same elevation interval; both alternate
 * in one process on one engine. Our route is measured as an object and as the JSON text that leaves the service, both
 * times against the engine's object.
 */
export async function runRouteBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const requests = await findRoutablePairs(engine, bounds)
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
    formatTable([
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

/** Measures the time of each call of each contender after a warm-up, milliseconds. */
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
      // The order alternates, because later calls find the tiles in the processor's caches.
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

async function findRoutablePairs(engine: Engine, bounds: Bounds): Promise<LatLon[][]> {
  const points = await drawRoadPoints(engine, bounds, 4 * pairs)
  const found: LatLon[][] = []
  for (let i = 0; found.length < pairs && i + 1 < points.length; i += 2) {
    const locations = points.slice(i, i + 2)
    const request = RouteRequest.parse({ locations })
    const route = await findRoute(engine, request, { warn: () => {} }).catch(() => undefined)
    if (route) found.push(locations)
  }
  return found
}
