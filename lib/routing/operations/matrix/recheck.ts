import { distanceMeters } from '#ground/geo'
import { briefRoute, type Engine, tripTotals } from '#routing/engine'
import type { MatrixCells, MatrixQuery } from './query.ts'
import type { SettledEnds } from './settled-ends.ts'

/** Cells between two unsure locations that are asked for as routes, at most; the nearest ones. */
const maxUnsurePairs = 24

/** Further cells that are asked for as routes, at most; the largest detours of a search that is not exact. */
const maxDetours = 4

/** A way this many times as long as the straight line may not be the best one. */
const suspectDetour = 5

/** Distances to the road make up for much of shorter ways. */
const minStraightMeters = 50

/**
 * Replaces suspect cells in place by those of routes, at most 28: cells between two locations that have a
 * choice of roads, since they may share a small network that other cells leave; and large detours. A route
 * takes 1 to 5 ms of the engine.
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
  const suspects = [...worst(unsure, maxUnsurePairs), ...worst(detours, maxDetours)]
  const checks = suspects.map(async ({ i, j }) => {
    const routed = await briefRoute(engine, [sources[i]!, targets[j]!], costing, signal)
    // The search of a route at times misses a way of the matrix, and then has none at all.
    if (routed) cells[i]![j] = tripTotals(routed)
  })
  await Promise.all(checks)
}

interface Suspect {
  i: number
  j: number
  suspicion: number
}

function worst(suspects: Suspect[], max: number): Suspect[] {
  return suspects.sort((a, b) => b.suspicion - a.suspicion).slice(0, max)
}
