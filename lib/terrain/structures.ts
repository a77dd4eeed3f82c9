import { type ElevationProfile, indexAt } from './profile.ts'

/** A stretch of the route, metres from its start. */
export interface StructureSpan {
  fromMeters: number
  toMeters: number
}

/** A portal's own height is off as well: a cell of the elevation model reaches past it. */
const wideningMeters = 30

/**
 * Replaces the heights over bridges, tunnels and ferries, where the elevation model shows the valley,
 * the mountain or the sea, by a straight line over each connected run. A run is widened by 30 m at
 * both ends and on to the next samples, and runs that then overlap are one. Works in place.
 *
 * The widening and the joining are those of GraphHopper (its issue 3362, class
 * `EdgeElevationInterpolator`), which found both necessary.
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

/** Runs as indices of the samples they hang between. */
function widen(distances: Float64Array, structures: readonly StructureSpan[]) {
  const last = distances.length - 1
  const runs: { from: number; to: number }[] = []
  for (const span of [...structures].sort((a, b) => a.fromMeters - b.fromMeters)) {
    const after = indexAt(distances, span.fromMeters - wideningMeters)
    const startsThere = distances[after] === span.fromMeters - wideningMeters
    const from = Math.max(0, startsThere ? after : after - 1)
    const to = Math.min(last, indexAt(distances, span.toMeters + wideningMeters))
    const run = runs.at(-1)
    if (run && from < run.to) run.to = Math.max(run.to, to)
    else if (to > from) runs.push({ from, to })
  }
  return runs
}
