import { figures } from './figures/index.ts'
import { measureSpacing } from './hexagon.ts'
import type { HexGrid } from './prediction.ts'

/** Hexagons grouped into rings by distance from the origin. Effort and ground move probability within a ring only. */
export interface DistanceRings {
  /** Index of the ring of each hexagon. */
  rings: Int32Array
  count: number
}

/**
 * Groups hexagons into rings around the origin of a circle. Other areas have no origin and form a single ring. Rings
 * widen with distance: a long, thin ring would contain little ground of each class and show as an arc.
 */
export function groupIntoRings(grid: HexGrid): DistanceRings {
  const { area, east, north } = grid
  const rings = new Int32Array(east.length)
  if (area.type !== 'circle') return { rings, count: 1 }
  const away = east.map((meters, hex) => Math.hypot(meters, north[hex]!))
  const ends = listRingEnds(measureSpacing(grid), Math.max(...away))
  away.forEach((meters, hex) => {
    rings[hex] = ends.findIndex((end) => meters < end)
  })
  return { rings, count: ends.length }
}

/** Returns the outer radii of the rings, metres. The last one is beyond the farthest hexagon. */
function listRingEnds(minWidthMeters: number, farthestMeters: number): number[] {
  const growth = figures.finds.ringGrowth.value
  const ends = [minWidthMeters / 2]
  while (ends.at(-1)! <= farthestMeters)
    ends.push(Math.max(ends.at(-1)! + minWidthMeters, ends.at(-1)! * growth))
  return ends
}

/** Multiplies probabilities by weights and rescales them so that each ring keeps its total. */
export function applyRingWeights(
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
