import { locate } from '#routing/operations'
import { LocateRequest } from '#routing/schemas'
import { seeded } from '../test/fixtures/random.ts'
import { openBenchEngine } from './region.ts'
import { formatTable, percentile } from './statistics.ts'

const calls = 40
const rounds = 5

/**
 * Compares our locate of 100 random points with the bare engine locating the same points; both alternate in one
 * process on one engine.
 */
export async function runLocateBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const random = seeded(7)
  const point = () => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * random(),
    lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * random(),
  })
  const batches = Array.from({ length: calls }, () => Array.from({ length: 100 }, point))
  const rows = [['', 'ours', 'bare engine', 'ratio']]
  for (const verbose of [false, true]) {
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      for (const locations of batches) {
        const start = performance.now()
        await engine.call('locate', { locations, costing: 'auto', verbose })
        const middle = performance.now()
        await locate(engine, LocateRequest.parse({ locations, verbose }), { warn: () => {} })
        if (round === 0) continue
        times.bare.push(middle - start)
        times.ours.push(performance.now() - middle)
      }
    }
    for (const [share, label] of [
      [0.5, 'median'],
      [0.95, 'p95'],
    ] as const) {
      const [ours, bare] = [percentile(times.ours, share), percentile(times.bare, share)]
      rows.push([
        `locate${verbose ? ', verbose' : ''}, ${label}`,
        `${ours.toFixed(2)} ms`,
        `${bare.toFixed(2)} ms`,
        `${(ours / bare).toFixed(2)} x`,
      ])
    }
  }
  console.log(`locate: 100 random points of ${region}, ${calls} calls, ${rounds} rounds, car`)
  console.log(`${formatTable(rows)}\n`)
}
