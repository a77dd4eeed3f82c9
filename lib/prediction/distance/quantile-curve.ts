import { figures } from '../figures/index.ts'
import type { Ecoregion, EcoregionWeights, Profile } from '../prediction.ts'
import { computeConcaveMajorant } from './concave-majorant.ts'
import { interpolateMonotone } from './monotone-curve.ts'
import { computeNormalShare, probit } from './normal.ts'

/** Number of knots of the table per factor e of distance: steps of 0.4 %. */
const knotsPerE = 256
const minMeters = 1
/** Half the circumference of the Earth. */
const maxMeters = 20_004_000
const knotCount = Math.ceil(Math.log(maxMeters / minMeters) * knotsPerE) + 1

/** Tabulated distances of the finds outside the spike at the origin. */
export interface QuantileCurve {
  /** Returns the share of finds within a distance. */
  share(meters: number): number
  /** Returns the distance that contains a share of finds, metres. */
  distance(share: number): number
  /** Returns the share per square metre at a distance. It never rises with distance. */
  density(meters: number): number
}

const tables = new Map<string, Float64Array>()
const curves = new Map<string, QuantileCurve>()

/**
 * Builds the {@link buildLogNormalCurve} with a density that never rises with distance: over area (distance squared) its
 * shares are replaced by their least concave majorant. A log-normal has zero density at its origin, an artefact of
 * the family, and would place more finds on a square metre at 500 m than at 200 m. Several ecoregions are averaged by
 * weight; the density of the mean never rises either.
 */
export function buildQuantileCurve(profile: Profile, weights: EcoregionWeights): QuantileCurve {
  const entries = Object.entries(weights) as [Ecoregion, number][]
  const key = `${profile} ${entries.map(([name, weight]) => `${name} ${weight}`)}`
  let curve = curves.get(key)
  if (curve) return curve
  const shares = new Float64Array(knotCount)
  for (const [ecoregion, weight] of entries) {
    const part = findShareTable(profile, ecoregion)
    for (let i = 0; i < knotCount; i++) shares[i]! += weight * part[i]!
  }
  curve = toQuantileCurve(shares)
  if (entries.length === 1) curves.set(key, curve)
  return curve
}

function findShareTable(profile: Profile, ecoregion: Ecoregion): Float64Array {
  const key = `${profile} ${ecoregion}`
  let table = tables.get(key)
  if (!table) {
    table = withFallingDensity(buildLogNormalCurve(profile, ecoregion))
    tables.set(key, table)
  }
  return table
}

/**
 * Builds the share of finds within a distance: a monotone curve through the published quantiles on a log-normal scale
 * (logarithm of the distance against the probit of the share), after subtracting the spike's share.
 */
export function buildLogNormalCurve(
  profile: Profile,
  ecoregion: Ecoregion,
): (meters: number) => number {
  const { distances, quantileShares, metersPerMile, spike } = figures.radial
  const spikeShare = spike.share.value
  const z = interpolateMonotone(
    distances[profile][ecoregion].value.map((miles) => Math.log(miles * metersPerMile.value)),
    quantileShares.value.map((share) => probit((share - spikeShare) / (1 - spikeShare))),
  )
  return (meters) => computeNormalShare(z(Math.log(meters)))
}

function withFallingDensity(curve: (meters: number) => number): Float64Array {
  const squares = new Float64Array(knotCount + 1)
  const shares = new Float64Array(knotCount + 1)
  for (let i = 0; i < knotCount; i++) {
    const meters = locateKnot(i)
    squares[i + 1] = meters * meters
    shares[i + 1] = Math.max(shares[i]!, curve(meters))
  }
  shares[knotCount] = 1
  return computeConcaveMajorant(squares, shares).subarray(1)
}

function locateKnot(i: number): number {
  return minMeters * Math.exp(i / knotsPerE)
}

/**
 * Builds a curve from shares at the knots. It is linear over area between knots, so the density within a step is
 * constant.
 */
function toQuantileCurve(shares: Float64Array): QuantileCurve {
  const squares = Float64Array.from(shares, (_, i) => locateKnot(i) ** 2)
  const slopes = new Float64Array(shares.length)
  for (let i = 0; i < shares.length; i++) {
    const slope =
      i === 0
        ? shares[0]! / squares[0]!
        : (shares[i]! - shares[i - 1]!) / (squares[i]! - squares[i - 1]!)
    // On a straight stretch rounding would make the slope rise by about 1e-15.
    slopes[i] = i === 0 ? slope : Math.min(slope, slopes[i - 1]!)
  }
  // Returns the knot at the end of the step that contains a distance.
  const knotAt = (meters: number): number => {
    let i = Math.ceil(Math.log(meters / minMeters) * knotsPerE)
    if (!(i > 0)) return 0
    if (i < knotCount && squares[i]! < meters * meters) i++
    else if (squares[i - 1]! >= meters * meters) i--
    return i
  }
  return {
    share(meters) {
      if (!(meters > 0)) return 0
      const i = knotAt(meters)
      if (i >= knotCount) return 1
      return shares[i]! - slopes[i]! * (squares[i]! - meters * meters)
    },
    distance(share) {
      if (share <= 0) return 0
      if (share >= 1) return maxMeters
      let low = 0
      let high = knotCount - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (shares[middle]! < share) low = middle + 1
        else high = middle
      }
      return Math.sqrt(Math.max(0, squares[low]! - (shares[low]! - share) / slopes[low]!))
    },
    density(meters) {
      const i = knotAt(meters)
      return i >= knotCount ? 0 : slopes[i]! / Math.PI
    },
  }
}
