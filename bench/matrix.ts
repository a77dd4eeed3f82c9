import type { LatLon } from '#ground/geo'
import { type Engine, type EngineLocateItem, findMatrix, makeCosting } from '#routing/operations'
import { MatrixRequest, type TravelType } from '#routing/schemas'
import { seeded } from '../test/fixtures/random.ts'
import { openBenchEngine } from './region.ts'
import { drawRoadPoints } from './road-points.ts'
import { formatTable, percentile } from './statistics.ts'

const size = 50
const rounds = 7

/**
 * Compares our matrix of 50 x 50 random points on roads with the same matrix of the bare engine; both alternate in
 * one process on one engine. Also counts how many of 100 cells of each agree with the route.
 */
export async function runMatrixBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const random = seeded(7)
  const anywhere = () => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * random(),
    lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * random(),
  })
  const rows = [['', 'ours', 'bare engine', 'ratio', 'as routed', 'bare as routed']]
  for (const travel of ['auto', 'bicycle', 'pedestrian'] as const) {
    const points =
      travel === 'auto'
        ? await drawRoadPoints(engine, bounds, 2 * size)
        : await moveOntoRoads(engine, travel, anywhere)
    const [sources, targets] = [points.slice(0, size), points.slice(size)]
    const ask = () =>
      engine.call<Bare>('matrix', {
        sources,
        targets,
        ...makeCosting(travel, {}, () => {}),
        verbose: false,
      })
    const find = () =>
      findMatrix(engine, MatrixRequest.parse({ sources, targets, travel }), { warn: () => {} })
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now()
      await ask()
      const middle = performance.now()
      await find()
      if (round === 0) continue
      times.bare.push(middle - start)
      times.ours.push(performance.now() - middle)
    }
    const { matrix } = await find()
    const { durations } = (await ask()).sources_to_targets
    const seconds = matrix.map((row) => row.map((cell) => cell?.duration_seconds ?? null))
    const [ours, bare] = [percentile(times.ours, 0.5), percentile(times.bare, 0.5)]
    rows.push([
      `${travel}, median`,
      `${ours.toFixed(0)} ms`,
      `${bare.toFixed(0)} ms`,
      `${(ours / bare).toFixed(2)} x`,
      `${await countAsRouted(engine, travel, sources, targets, seconds)} %`,
      `${await countAsRouted(engine, travel, sources, targets, durations)} %`,
    ])
  }
  console.log(`matrix: ${size} x ${size} random points on roads of ${region}, ${rounds} rounds`)
  console.log(`${formatTable(rows)}\n`)
}

interface Bare {
  sources_to_targets: { durations: (number | null)[][] }
}

/** Draws random points within 300 m of a road and moves them onto it. */
async function moveOntoRoads(
  engine: Engine,
  costing: TravelType,
  anywhere: () => LatLon,
): Promise<LatLon[]> {
  const points: LatLon[] = []
  while (points.length < 2 * size) {
    const locations = Array.from({ length: 100 }, () => ({ ...anywhere(), search_cutoff: 300 }))
    const located = await engine.call<EngineLocateItem[]>('locate', { locations, costing })
    for (const { edges } of located) {
      if (edges?.[0]) points.push({ lat: edges[0].correlated_lat, lon: edges[0].correlated_lon })
    }
  }
  return points.slice(0, 2 * size)
}

/**
 * Counts how many of 100 cells agree with the time of the route within a second, or are `null` where there is no
 * route.
 */
async function countAsRouted(
  engine: Engine,
  travel: TravelType,
  sources: readonly LatLon[],
  targets: readonly LatLon[],
  seconds: readonly (readonly (number | null)[])[],
): Promise<number> {
  let same = 0
  for (let n = 0; n < 100; n++) {
    const [i, j] = [n % size, (n * 7) % size]
    const time = await engine
      .route({ locations: [sources[i], targets[j]], ...makeCosting(travel, {}, () => {}) })
      .then(({ trip }) => trip.summary.time)
      .catch(() => null)
    const cell = seconds[i]![j]!
    if (cell === null || time === null ? cell === time : Math.abs(cell - time) <= 1) same++
  }
  return same
}
