import { leastConcaveMajorant } from './concave-majorant.ts'
import type { DistanceDistribution } from './distance-distribution.ts'

/** Up to this many times the uncertainty its effect is tabulated; beyond it is about 1e-4. */
const reachFactor = 30
const minReachMeters = 1_000
const knotCount = 500
/** Steps of the integral over distances from the true origin. */
const steps = 48

/**
 * Distances from the middle of a disc when the origin is anywhere in it alike: the distribution convolved with
 * the disc. A person `d` from their origin is within `r` of the middle with the share of a disc around them
 * that lies in the circle of `r`, so
 *
 *     F'(r) = integral of lens(d, u, r) / (pi u^2) dF(d)
 *
 * with the area of the lens of two circles in closed form. F' is a table over r; the density between two knots
 * is even over area, and never rises with distance, as that of the distribution does not.
 *
 * @param radiusMeters Of the disc, more than 0.
 */
export function blurredDistribution(
  distribution: DistanceDistribution,
  radiusMeters: number,
): DistanceDistribution {
  const reach = Math.max(minReachMeters, reachFactor * radiusMeters)
  // Finer towards the middle, where the density is steep.
  const radii = Float64Array.from({ length: knotCount + 1 }, (_, i) => reach * (i / knotCount) ** 2)
  const squares = radii.map((meters) => meters * meters)
  const shares = leastConcaveMajorant(
    squares,
    radii.map((meters) => blurredShare(distribution, radiusMeters, meters)),
  )
  const knotAt = (meters: number) =>
    Math.min(knotCount, Math.max(1, Math.ceil(Math.sqrt(meters / reach) * knotCount)))
  const slopeAt = (knot: number) =>
    (shares[knot]! - shares[knot - 1]!) / (squares[knot]! - squares[knot - 1]!)
  const last = shares[knotCount]!
  const cumulative = (meters: number) => {
    if (!(meters > 0)) return 0
    if (meters >= reach) return Math.max(last, distribution.cumulative(meters))
    const knot = knotAt(meters)
    return shares[knot]! - slopeAt(knot) * (squares[knot]! - meters * meters)
  }
  return {
    ...distribution,
    cumulative,
    quantile(share) {
      if (!(share > 0)) return 0
      if (share >= last) return Math.max(reach, distribution.quantile(share))
      const knot = Math.max(
        1,
        shares.findIndex((held) => held >= share),
      )
      return Math.sqrt(squares[knot]! - (shares[knot]! - share) / slopeAt(knot))
    },
    density(meters) {
      const outer = distribution.density(meters)
      if (meters >= reach) return outer
      return slopeAt(knotAt(meters)) / Math.PI
    },
  }
}

/** Share of people within `r` metres of the middle of a disc of `u` metres. */
function blurredShare({ cumulative }: DistanceDistribution, u: number, r: number): number {
  if (r === 0) return 0
  const [near, far] = [Math.abs(r - u), r + u]
  const disc = Math.PI * u * u
  // Nearer than `near` the whole of the smaller circle is in the larger one.
  let share = cumulative(near) * (r >= u ? 1 : (r * r) / (u * u))
  let before = cumulative(near)
  for (let i = 1; i <= steps; i++) {
    // Finer towards both ends, where the lens has vertical slopes.
    const at = (k: number) =>
      (near + far) / 2 - ((far - near) / 2) * Math.cos((Math.PI * k) / steps)
    const now = cumulative(at(i))
    share += ((now - before) * lensSquareMeters(at(i - 0.5), u, r)) / disc
    before = now
  }
  return Math.min(1, share)
}

/** The overlap of two circles whose middles are `d` apart, where they cross. */
function lensSquareMeters(d: number, u: number, r: number): number {
  const angle = (adjacent: number, radius: number) =>
    Math.acos(Math.min(1, Math.max(-1, adjacent / radius)))
  const a = angle((d * d + u * u - r * r) / (2 * d), u)
  const b = angle((d * d + r * r - u * u) / (2 * d), r)
  return u * u * (a - Math.sin(2 * a) / 2) + r * r * (b - Math.sin(2 * b) / 2)
}
