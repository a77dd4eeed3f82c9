import { findIsochrone } from '#routing/operations'
import { IsochroneRequest } from '#routing/schemas'
import { openBenchEngine } from './region.ts'
import { drawRoadPoints } from './road-points.ts'
import { formatTable, percentile } from './statistics.ts'

const origins = 60

/** Compares our isochrone with the bare engine computing the same contours; both alternate on one engine. */
export async function runIsochroneBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const points = await drawRoadPoints(engine, bounds, origins)
  const cases = { 'one of 20 minutes': [20], '5, 10, 20 and 40 minutes': [5, 10, 20, 40] }
  const rows: string[][] = [['', 'ours', 'bare engine', 'ratio']]
  for (const [label, minutes] of Object.entries(cases)) {
    const times = { ours: [] as number[], engine: [] as number[] }
    const contours = minutes.map((time) => ({ time }))
    for (const origin of points) {
      const request = IsochroneRequest.parse({ locations: [origin], contours, travel: 'auto' })
      const ours = () => findIsochrone(engine, request, { warn: () => {} })
      if (!(await ours().catch(() => undefined))) continue
      let from = performance.now()
      await ours()
      times.ours.push(performance.now() - from)
      from = performance.now()
      await engine.call('isochrone', {
        locations: [origin],
        costing: 'auto',
        contours,
        polygons: true,
        denoise: 0.5,
      })
      times.engine.push(performance.now() - from)
    }
    const [a, b] = [percentile(times.ours, 0.5), percentile(times.engine, 0.5)]
    rows.push([label, `${a.toFixed(2)} ms`, `${b.toFixed(2)} ms`, `${(a / b).toFixed(2)} x`])
  }
  console.log(`isochrone: ${origins} random origins on roads of ${region}, car, medians`)
  console.log(`${formatTable(rows)}\n`)
}
