import { type ElevationProfile, findIndexAt } from './profile.ts'

/** A bridge, tunnel or ferry: metres from the start of the route. */
export interface StructureSpan {
  fromMeters: number
  toMeters: number
}

/**
 * Widening of structures. Cells of the elevation model extend past the ends of a structure, so heights there are
 * wrong too.
 */
const wideningMeters = 30

/**
 * Replaces the heights over bridges, tunnels and ferries, where the elevation model contains the valley, the mountain
 * or the sea, by a straight line, in place. Each structure is widened by 30 m at both ends and to the next samples,
 * and overlapping ones are joined, as in GraphHopper (its issue 3362, class `EdgeElevationInterpolator`).
 */
export function straighten(
  { distances, heights }: ElevationProfile,
  structures: readonly StructureSpan[],
): void {
  for (const { from, to } of widen(distances, structures)) {
    const slope = (heights[to]! - heights[from]!) / (distances[to]! - distances[from]!)
    for (let i = from + 1; i < to; i++) {
      heights[i] = heights[from]! + slope * (distances[i]! - distances[from]!)
    }
  }
}

/** Returns the first and last sample of each widened, joined run of structures. */
function widen(distances: Float64Array, structures: readonly StructureSpan[]) {
  const last = distances.length - 1
  const runs: { from: number; to: number }[] = []
  for (const span of [...structures].sort((a, b) => a.fromMeters - b.fromMeters)) {
    const after = findIndexAt(distances, span.fromMeters - wideningMeters)
    const startsThere = distances[after] === span.fromMeters - wideningMeters
    const from = Math.max(0, startsThere ? after : after - 1)
    const to = Math.min(last, findIndexAt(distances, span.toMeters + wideningMeters))
    const run = runs.at(-1)
    if (run && from < run.to) run.to = Math.max(run.to, to)
    else if (to > from) runs.push({ from, to })
  }
  return runs
}
