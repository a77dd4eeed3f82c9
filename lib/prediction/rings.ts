import type { HexGrid } from './prediction.ts'

/** Hexagons in groups that keep their mass whatever the ground is like. */
export interface Rings {
  /** Of each hexagon. */
  rings: Int32Array
  count: number
}

/**
 * Rings around the origin of a circle, as wide as hexagons are apart; other areas have no origin to be
 * so far from, and are one.
 */
export function ringsOf({ area, east, north, hexSquareMeters }: HexGrid): Rings {
  const rings = new Int32Array(east.length)
  if (area.type !== 'circle') return { rings, count: 1 }
  const spacingMeters = Math.sqrt((2 * hexSquareMeters) / Math.sqrt(3))
  let last = 0
  for (let hex = 0; hex < rings.length; hex++) {
    rings[hex] = Math.round(Math.hypot(east[hex]!, north[hex]!) / spacingMeters)
    last = Math.max(last, rings[hex]!)
  }
  return { rings, count: last + 1 }
}

/** Masses in proportion to `masses` times `weights` within each ring, which keeps the mass it has. */
export function reweighed(
  masses: Float64Array,
  weights: ArrayLike<number>,
  { rings, count }: Rings,
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
