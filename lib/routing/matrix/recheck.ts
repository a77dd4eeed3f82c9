import { ApiError } from '../../errors/index.ts'
import { distanceMeters, roundMeters, roundSeconds } from '../../geo/index.ts'
import type { Engine, EngineRoute } from '../engine/index.ts'
import type { MatrixCells, MatrixQuery } from './cells.ts'
import type { SettledEnds } from './settled-ends.ts'

/** Cells of one matrix that are asked for as routes, at most; a route takes 1 to 5 ms of the engine. */
export const maxRecheckedCells = 50

/** A way this many times as long as the straight line, or shorter than it, may not be the best one. */
const suspectDetour = 4

/** Distances to the road make up for much of shorter ways. */
const minStraightMeters = 50

/**
 * Replaces suspect cells in place by those of routes: cells between two locations that have a choice of
 * roads, since the best pair of roads is not that of other cells; then the largest detours.
 */
export async function recheckSuspects(
  engine: Engine,
  { sources, targets, costing }: MatrixQuery,
  { unsureSources, unsureTargets }: SettledEnds,
  cells: MatrixCells,
  signal?: AbortSignal,
): Promise<void> {
  const suspects: { i: number; j: number; suspicion: number }[] = []
  for (const [i, row] of cells.entries()) {
    for (const [j, cell] of row.entries()) {
      const straight = distanceMeters(sources[i]!, targets[j]!)
      if (unsureSources.has(i) && unsureTargets.has(j)) {
        if (straight > 0) suspects.push({ i, j, suspicion: 1e9 - straight })
      } else if (cell && straight > minStraightMeters) {
        const detour = cell.distance_meters / straight
        const isSuspect = detour > suspectDetour || cell.distance_meters === 0
        if (isSuspect) suspects.push({ i, j, suspicion: detour || suspectDetour })
      }
    }
  }
  suspects.sort((a, b) => b.suspicion - a.suspicion)
  const checks = suspects.slice(0, maxRecheckedCells).map(async ({ i, j }) => {
    const query = { locations: [sources[i], targets[j]], ...costing, units: 'kilometers' }
    const routed = await routeTotals(engine, query, signal)
    // The search of a route at times misses a way of the matrix, and then has none at all.
    if (routed) cells[i]![j] = routed
  })
  await Promise.all(checks)
}

async function routeTotals(engine: Engine, query: object, signal?: AbortSignal) {
  try {
    const { trip } = await engine.call<EngineRoute>(
      'route',
      { ...query, directions_type: 'none' },
      signal,
    )
    return {
      distance_meters: roundMeters(trip.summary.length * 1000),
      duration_seconds: roundSeconds(trip.summary.time),
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no_route') return undefined
    throw error
  }
}
