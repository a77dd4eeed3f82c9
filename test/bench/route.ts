import type { LatLon } from '../../lib/geo/index.ts'
import { type Engine, findRoute } from '../../lib/routing/index.ts'
import { RouteRequest } from '../../lib/routing/schemas/index.ts'
import { openBenchEngine } from './region.ts'
import { percentile, seededRandom, table } from './statistics.ts'

const pairs = 200
const warmUps = 30
const rounds = 3
const elevationInterval = 30

/**
 * Our route (terrain, mapping and JSON text) against the bare engine asked for the same route with
 * the same elevation interval, in turn, in one process on one engine.
 */
export async function routeBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const requests = await routablePairs(engine, bounds)
  const ours = async (locations: LatLon[]) => {
    const request = RouteRequest.parse({ locations, elevation_interval: elevationInterval })
    JSON.stringify(await findRoute(engine, request, { warn: () => {} }))
  }
  const bare = async (locations: LatLon[]) => {
    const query = { locations, costing: 'auto', units: 'kilometers', turn_lanes: true }
    await engine.call('route', { ...query, elevation_interval: elevationInterval })
  }
  for (const locations of requests.slice(0, warmUps)) {
    await ours(locations)
    await bare(locations)
  }
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const [i, locations] of requests.entries()) {
      // Who goes first alternates, since the second finds the tiles in the processor's caches.
      const order =
        (i + round) % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
      for (const who of order) {
        const from = performance.now()
        await (who === 'ours' ? ours : bare)(locations)
        times[who].push(performance.now() - from)
      }
    }
  }
  const row = (name: string, at: number) => {
    const [a, b] = [percentile(times.ours, at), percentile(times.bare, at)]
    return [name, `${a.toFixed(2)} ms`, `${b.toFixed(2)} ms`, `${(a / b).toFixed(2)} x`]
  }
  console.log(`route: ${requests.length} random pairs of ${region}, ${rounds} rounds, car`)
  console.log(
    table([
      ['', 'route with terrain', 'bare engine', 'ratio'],
      row('median', 0.5),
      row('p95', 0.95),
    ]),
  )
  const { rss, heapUsed } = process.memoryUsage()
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  console.log(`memory of this process: ${megabytes(rss)} resident, ${megabytes(heapUsed)} heap\n`)
}

async function routablePairs(
  engine: Engine,
  bounds: { min_lat: number; min_lon: number; max_lat: number; max_lon: number },
): Promise<LatLon[][]> {
  const random = seededRandom(7)
  const point = () => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * random(),
    lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * random(),
  })
  const found: LatLon[][] = []
  for (let tries = 0; found.length < pairs && tries < pairs * 50; tries++) {
    const locations = [point(), point()]
    const request = RouteRequest.parse({ locations })
    const route = await findRoute(engine, request, { warn: () => {} }).catch(() => undefined)
    if (route) found.push(locations)
  }
  return found
}
