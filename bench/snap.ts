import { decodePolyline, type LatLon } from '#ground/geo'
import { snapTrace } from '#routing/operations'
import { SnapRequest } from '#routing/schemas'
import { seeded } from '../test/fixtures/random.ts'
import { sampleEvery, withNoise } from '../test/routing/operations/snap/traces.ts'
import { openBenchEngine } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

const traces = 40

/**
 * Compares our match with route, terrain and edges with the bare engine computing the attributes and the route of the
 * same trace; both alternate on one engine.
 */
export async function runSnapBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const random = seeded(7)
  const point = () => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * random(),
    lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * random(),
  })
  const rows: string[][] = [['', 'ours', 'bare engine', 'ratio']]
  for (const spacing of [5, 20, 60]) {
    const times = { ours: [] as number[], engine: [] as number[] }
    for (let tries = 0; times.ours.length < traces && tries < traces * 20; tries++) {
      const locations = [point(), point()]
      const found = await engine.route({ locations, costing: 'auto' }).catch(() => undefined)
      if (!found) continue
      const line: LatLon[] = decodePolyline(found.trip.legs[0]!.shape)
      const shape = withNoise(sampleEvery(line, spacing), 10, random)
      const request = SnapRequest.parse({ shape })
      const query = {
        shape,
        costing: 'auto',
        shape_match: 'map_snap',
        gps_accuracy: 10,
        search_radius: 50,
        trace_options: { interpolation_distance: 40 },
      }
      const bare = async () => {
        await engine.call('traceAttributes', query)
        await engine.call('traceRoute', { ...query, elevation_interval: 30 })
      }
      const ours = () => snapTrace(engine, request, { warn: () => {} })
      const both = [
        await ours().catch(() => false),
        await bare().then(
          () => true,
          () => false,
        ),
      ]
      if (both.includes(false)) continue
      let from = performance.now()
      await ours()
      times.ours.push(performance.now() - from)
      from = performance.now()
      await bare()
      times.engine.push(performance.now() - from)
    }
    const [a, b] = [percentile(times.ours, 0.5), percentile(times.engine, 0.5)]
    const label = `every ${spacing} m`
    rows.push([label, `${a.toFixed(2)} ms`, `${b.toFixed(2)} ms`, `${(a / b).toFixed(2)} x`])
  }
  console.log(`snap: ${traces} random traces of ${region}, 10 m off, car, medians`)
  console.log(`${formatTable(rows)}\n`)
}
