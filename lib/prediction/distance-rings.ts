import { figures } from './figures/index.ts'
import { spacingMeters } from './hexagon.ts'
import type { HexGrid } from './prediction.ts'

/** Hexagons in rings by distance; effort and ground move probability within a ring only. */
export interface DistanceRings {
  /** The ring of each hexagon. */
  rings: Int32Array
  count: number
}

/**
 * Rings around the origin of a circle; other areas have no origin and are a single ring. Rings widen with
 * distance: a long, thin one has little ground of each class, which would show as arcs.
 */
export function distanceRings(grid: HexGrid): DistanceRings {
  const { area, east, north } = grid
  const rings = new Int32Array(east.length)
  if (area.type !== 'circle') return { rings, count: 1 }
  const away = east.map((meters, hex) => Math.hypot(meters, north[hex]!))
  const ends = ringEnds(spacingMeters(grid), Math.max(...away))
  away.forEach((meters, hex) => {
    rings[hex] = ends.findIndex((end) => meters < end)
  })
  return { rings, count: ends.length }
}

/** Outer radii of the rings, metres; the last one is beyond the farthest hexagon. */
function ringEnds(minWidthMeters: number, farthestMeters: number): number[] {
  const growth = figures.finds.ringGrowth.value
  const ends = [minWidthMeters / 2]
  while (ends.at(-1)! <= farthestMeters)
    ends.push(Math.max(ends.at(-1)! + minWidthMeters, ends.at(-1)! * growth))
  return ends
}

/** Probabilities times weights, scaled so that each ring keeps its mass. */
export function reweighted(
  probabilities: Float64Array,
  weights: ArrayLike<number>,
  { rings, count }: DistanceRings,
): Float64Array {
  const before = new Float64Array(count)
  const after = new Float64Array(count)
  for (let hex = 0; hex < probabilities.length; hex++) {
    before[rings[hex]!]! += probabilities[hex]!
    after[rings[hex]!]! += probabilities[hex]! * weights[hex]!
  }
  return probabilities.map((probability, hex) => {
    const ring = rings[hex]!
    return after[ring]! > 0
      ? (probability * weights[hex]! * before[ring]!) / after[ring]!
      : probability
  })
}
