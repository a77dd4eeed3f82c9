import type { LatLon } from '#ground/geo'
import { compareModes } from '#routing/operations'
import { CompareRequest } from '#routing/schemas'
import { seeded } from '../test/fixtures/random.ts'
import { randomStops } from '../test/routing/operations/optimize/instances.ts'
import { openBenchEngine } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

const pairs = 60
const rounds = 4
const modes = ['auto', 'bicycle', 'pedestrian'] as const

/**
 * Compares our comparison of three travel modes with the bare engine computing the same three routes in parallel,
 * with the same elevation interval. Both alternate in one process on one engine.
 */
export async function runCompareBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const stops = await randomStops(engine, bounds, seeded(7), 2 * pairs)
  const requests = Array.from({ length: pairs }, (_, i) => stops.slice(2 * i, 2 * i + 2))
  const contenders = {
    ours: (locations: LatLon[]) =>
      compareModes(engine, CompareRequest.parse({ locations, travel_modes: modes }), {
        warn: () => {},
      }),
    engine: (locations: LatLon[]) => {
      const query = { locations, units: 'kilometers', turn_lanes: true, elevation_interval: 30 }
      // A travel mode may have no route; finding that out is work too.
      return Promise.allSettled(modes.map((costing) => engine.call('route', { ...query, costing })))
    },
  }
  const times = { ours: [] as number[], engine: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const [i, locations] of requests.entries()) {
      // The order alternates, because the second call finds the tiles in the processor's caches.
      const names = ['ours', 'engine'] as const
      for (const name of (i + round) % 2 ? names : names.toReversed()) {
        const from = performance.now()
        await contenders[name](locations)
        if (round > 0) times[name].push(performance.now() - from)
      }
    }
  }
  const row = (label: string, at: number) => {
    const [ours, bare] = [percentile(times.ours, at), percentile(times.engine, at)]
    return [
      label,
      `${ours.toFixed(2)} ms`,
      `${bare.toFixed(2)} ms`,
      `${(ours / bare).toFixed(2)} x`,
    ]
  }
  console.log(`compare: ${pairs} random pairs of ${region}, ${rounds} rounds, ${modes.join(', ')}`)
  console.log(
    formatTable([['', 'ours', 'bare engine', 'ratio'], row('median', 0.5), row('p95', 0.95)]),
  )
  console.log()
}
