import { figures } from './figures/index.ts'
import type { HexGrid } from './prediction.ts'

/** Hexagons in groups that keep their mass whatever the ground is like. */
export interface DistanceRings {
  /** Of each hexagon. */
  rings: Int32Array
  count: number
}

/**
 * Rings around the origin of a circle; other areas have no origin to be so far from, and are one. They
 * widen with distance: a ring that is thin and long has little ground of any one kind, and would be
 * drawn as an arc wherever it has much of what draws people.
 */
export function distanceRings({ area, east, north, hexSquareMeters }: HexGrid): DistanceRings {
  const rings = new Int32Array(east.length)
  if (area.type !== 'circle') return { rings, count: 1 }
  const spacingMeters = Math.sqrt((2 * hexSquareMeters) / Math.sqrt(3))
  const away = east.map((meters, hex) => Math.hypot(meters, north[hex]!))
  const ends = ringEnds(spacingMeters, Math.max(...away))
  away.forEach((meters, hex) => {
    rings[hex] = ends.findIndex((end) => meters < end)
  })
  return { rings, count: ends.length }
}

/** Where rings end, metres; the last one beyond the farthest hexagon. */
function ringEnds(spacingMeters: number, farthestMeters: number): number[] {
  const growth = figures.finds.ringGrowth.value
  const ends = [spacingMeters / 2]
  while (ends.at(-1)! <= farthestMeters)
    ends.push(Math.max(ends.at(-1)! + spacingMeters, ends.at(-1)! * growth))
  return ends
}

/** Masses in proportion to `masses` times `weights` within each ring, which keeps the mass it has. */
export function reweighted(
  masses: Float64Array,
  weights: ArrayLike<number>,
  { rings, count }: DistanceRings,
): Float64Array {
  const before = new Float64Array(count)
  const after = new Float64Array(count)
  for (let hex = 0; hex < masses.length; hex++) {
    before[rings[hex]!]! += masses[hex]!
    after[rings[hex]!]! += masses[hex]! * weights[hex]!
  }
  return masses.map((mass, hex) => {
    const ring = rings[hex]!
    return after[ring]! > 0 ? (mass * weights[hex]! * before[ring]!) / after[ring]! : mass
  })
}
