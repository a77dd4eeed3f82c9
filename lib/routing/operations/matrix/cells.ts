import { type LatLon, roundMeters, roundSeconds } from '#ground/geo'
import {
  type Costing,
  type Engine,
  type EngineMatrix,
  hasExclusions,
  isNoPath,
} from '#routing/engine'
import type { MatrixCells, MatrixQuery } from './query.ts'
import { recheckSuspects } from './recheck.ts'
import { keepEnds, type SettledEnds, settleEnds } from './settled-ends.ts'

/**
 * Maximum number of sources or targets for the exact search.
 *
 * Up to this number, the engine searches on foot and by bicycle from each of them to the end, which is exact. With
 * more of both, it runs a bidirectional search that stops 500 steps after the sides meet. For 50 x 50 in Andorra and
 * Porto the exact search takes a third to a half of the time; the bidirectional one returned cells up to 84 % too
 * long.
 */
const maxExactSearchLocations = 5

/**
 * Computes the distances and times from all sources to all targets. All locations must have a road nearby and lie in
 * one connected area of the tile set.
 *
 * Throws `location_not_routable` or `no_route` for the whole matrix if one location violates that, `bad_request` over
 * the distance limit, and `service_unavailable`.
 */
export async function computeCells(
  engine: Engine,
  query: MatrixQuery,
  signal?: AbortSignal,
): Promise<MatrixCells> {
  const { costing } = query.costing
  // Footpaths can be walked in both directions, so the choice of roads changes nothing on foot.
  const ends = costing === 'pedestrian' ? keepEnds(query) : await settleEnds(engine, query, signal)
  const settled = { ...query, sources: ends.sources, targets: ends.targets }
  const isExact = searchesExactly(query.costing)
  const cells = await (isExact ? requestInBlocks : requestMatrix)(engine, settled, signal)
  await fillByBidirectionalSearch(engine, query, ends, cells, signal)
  await recheckSuspects(engine, query, ends, cells, { isExact, signal })
  return cells
}

async function requestMatrix(
  engine: Engine,
  { sources, targets, costing }: MatrixQuery,
  signal?: AbortSignal,
): Promise<MatrixCells> {
  // If all roads at a location are excluded, the exact search crashes the engine, and with it the process.
  const ends = hasExclusions(costing)
    ? { sources: padLocations(sources), targets: padLocations(targets) }
    : { sources, targets }
  const query = { ...ends, ...costing, units: 'kilometers', verbose: false }
  const answer = await engine.call<EngineMatrix>('matrix', query, signal).catch((error) => {
    // The engine throws if every cell would be null.
    if (isNoPath(error)) return undefined
    throw error
  })
  if (!answer) return sources.map(() => targets.map(() => null))
  const { distances, durations } = answer.sources_to_targets
  return durations.slice(0, sources.length).map((row, i) =>
    row.slice(0, targets.length).map((seconds, j) => {
      const kilometers = distances[i]![j]!
      if (seconds === null || kilometers === null) return null
      return {
        distance_meters: roundMeters(kilometers * 1000),
        duration_seconds: roundSeconds(seconds),
      }
    }),
  )
}

/** Returns whether the engine searches from each source to the end: on foot, by bicycle and with a departure time. */
function searchesExactly(costing: Costing): boolean {
  if (hasExclusions(costing)) return false
  return ['pedestrian', 'bicycle'].includes(costing.costing) || costing.date_time !== undefined
}

/**
 * Requests blocks of sources, none larger than the number of targets. With more sources than targets, the engine
 * searches backwards from the targets and computes wrong times at crossings.
 */
async function requestInBlocks(
  engine: Engine,
  { sources, targets, costing }: MatrixQuery,
  signal?: AbortSignal,
): Promise<MatrixCells> {
  const blockSize = Math.min(maxExactSearchLocations, targets.length)
  // When a block fails, the waiting blocks are not requested.
  const failed = new AbortController()
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const blocks: Promise<MatrixCells>[] = []
  for (let from = 0; from < sources.length; from += blockSize) {
    const block = { sources: sources.slice(from, from + blockSize), targets, costing }
    blocks.push(requestMatrix(engine, block, either))
  }
  try {
    return (await Promise.all(blocks)).flat()
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

/**
 * Fills empty cells in place. The exact search avoids private roads at the ends and stops after a day's travel; the
 * bidirectional search does better there.
 */
async function fillByBidirectionalSearch(
  engine: Engine,
  { sources, targets, costing }: MatrixQuery,
  { unsureSources, unsureTargets }: SettledEnds,
  cells: MatrixCells,
  signal?: AbortSignal,
): Promise<void> {
  // With a departure time, the engine has only one kind of search.
  if (costing.date_time) return
  const isExact = searchesExactly(costing)
  const mayBeFilled = (i: number, j: number) =>
    cells[i]![j] === null && (isExact || unsureSources.has(i) || unsureTargets.has(j))
  const rows = [...sources.keys()].filter((i) => targets.some((_, j) => mayBeFilled(i, j)))
  const columns = [...targets.keys()].filter((j) => sources.some((_, i) => mayBeFilled(i, j)))
  if (rows.length === 0) return
  const again = await requestMatrix(
    engine,
    {
      sources: padLocations(rows.map((i) => sources[i]!)),
      targets: padLocations(columns.map((j) => targets[j]!)),
      costing,
    },
    signal,
  )
  for (const [row, i] of rows.entries()) {
    for (const [column, j] of columns.entries()) cells[i]![j] ??= again[row]![column]!
  }
}

/** Repeats the last location until the engine no longer chooses the exact search. */
function padLocations(locations: readonly LatLon[]): readonly LatLon[] {
  const missing = maxExactSearchLocations + 1 - locations.length
  return missing > 0 ? [...locations, ...Array(missing).fill(locations.at(-1))] : locations
}
