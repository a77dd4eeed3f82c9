import { distanceMeters } from '#ground/geo'
import { type Engine, readTripTotals, requestBriefRoute } from '#routing/engine'
import type { MatrixCells, MatrixQuery } from './query.ts'
import type { SettledEnds } from './settled-ends.ts'

/** Maximum number of cells between two uncertain locations that are checked with routes; the nearest ones. */
const maxUnsurePairs = 24

/** Maximum number of other cells that are checked with routes; the largest detours of a search that is not exact. */
const maxDetours = 4

/** Ratio of route length to straight line above which a cell is suspect. */
const suspectDetour = 5

/** Minimum straight line, metres. Distances to the road make up much of shorter routes. */
const minStraightMeters = 50

/**
 * Replaces suspect cells in place by the results of routes, at most 28. Suspect are cells between two locations that
 * have a choice of roads, since they may share a small network that other cells leave, and large detours. A route
 * takes the engine 1 to 5 ms.
 */
export async function recheckSuspects(
  engine: Engine,
  { sources, targets, costing }: MatrixQuery,
  { unsureSources, unsureTargets }: SettledEnds,
  cells: MatrixCells,
  { isExact, signal }: { isExact: boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  const unsure: Suspect[] = []
  const detours: Suspect[] = []
  for (const [i, row] of cells.entries()) {
    for (const [j, cell] of row.entries()) {
      const straight = distanceMeters(sources[i]!, targets[j]!)
      if (unsureSources.has(i) && unsureTargets.has(j)) {
        if (straight > 0) unsure.push({ i, j, suspicion: -straight })
      } else if (!isExact && cell && straight > minStraightMeters) {
        const detour = cell.distance_meters / straight
        if (detour > suspectDetour) detours.push({ i, j, suspicion: detour })
      }
    }
  }
  const suspects = [...selectWorst(unsure, maxUnsurePairs), ...selectWorst(detours, maxDetours)]
  const checks = suspects.map(async ({ i, j }) => {
    const routed = await requestBriefRoute(engine, [sources[i]!, targets[j]!], costing, signal)
    // The route search at times misses a route of the matrix and then finds none at all.
    if (routed) cells[i]![j] = readTripTotals(routed)
  })
  await Promise.all(checks)
}

interface Suspect {
  i: number
  j: number
  suspicion: number
}

function selectWorst(suspects: Suspect[], max: number): Suspect[] {
  return suspects.sort((a, b) => b.suspicion - a.suspicion).slice(0, max)
}
