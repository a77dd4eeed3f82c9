import { computeConcaveMajorant } from './concave-majorant.ts'
import type { DistanceDistribution } from './distance-distribution.ts'

/** The effect is tabulated up to this multiple of the uncertainty; beyond it is about 1e-4. */
const reachFactor = 30
const minReachMeters = 1_000
const knotCount = 500
/** Number of steps of the integral over distances from the true origin. */
const steps = 48

/**
 * Blurs a distribution of distances by an uncertain origin that is uniformly distributed in a disc: convolves it with
 * the disc. A person at distance `d` from the origin is within `r` of the middle with a probability equal to the
 * share of a disc around the person that lies in the circle of radius `r`, so
 *
 *     F'(r) = integral of lens(d, u, r) / (pi u^2) dF(d)
 *
 * where the area of the lens of two circles has a closed form. F' is tabulated over r. Between two knots the density
 * is constant over area. It never rises with distance, like the density of the original distribution.
 *
 * @param radiusMeters Radius of the disc, more than 0.
 */
export function blurDistribution(
  distribution: DistanceDistribution,
  radiusMeters: number,
): DistanceDistribution {
  const reach = Math.max(minReachMeters, reachFactor * radiusMeters)
  // Knots are denser towards the middle, where the density is steep.
  const radii = Float64Array.from({ length: knotCount + 1 }, (_, i) => reach * (i / knotCount) ** 2)
  const squares = radii.map((meters) => meters * meters)
  const shares = computeConcaveMajorant(
    squares,
    radii.map((meters) => computeBlurredShare(distribution, radiusMeters, meters)),
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

/** Returns the share of people within `r` metres of the middle of a disc with radius `u`. */
function computeBlurredShare({ cumulative }: DistanceDistribution, u: number, r: number): number {
  if (r === 0) return 0
  const [near, far] = [Math.abs(r - u), r + u]
  const disc = Math.PI * u * u
  // Closer than `near`, the larger circle contains the whole smaller circle.
  let share = cumulative(near) * (r >= u ? 1 : (r * r) / (u * u))
  let before = cumulative(near)
  for (let i = 1; i <= steps; i++) {
    // Steps are shorter towards both ends, where the area of the lens changes most steeply.
    const at = (k: number) =>
      (near + far) / 2 - ((far - near) / 2) * Math.cos((Math.PI * k) / steps)
    const now = cumulative(at(i))
    share += ((now - before) * measureLens(at(i - 0.5), u, r)) / disc
    before = now
  }
  return Math.min(1, share)
}

/** Returns the overlap of two crossing circles whose middles are `d` apart. */
function measureLens(d: number, u: number, r: number): number {
  const angle = (adjacent: number, radius: number) =>
    Math.acos(Math.min(1, Math.max(-1, adjacent / radius)))
  const a = angle((d * d + u * u - r * r) / (2 * d), u)
  const b = angle((d * d + r * r - u * u) / (2 * d), r)
  return u * u * (a - Math.sin(2 * a) / 2) + r * r * (b - Math.sin(2 * b) / 2)
}
