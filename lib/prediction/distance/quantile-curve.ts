import { figures } from '../figures/index.ts'
import type { Ecoregion, Profile } from '../prediction.ts'
import { leastConcaveMajorant } from './concave-majorant.ts'
import { monotoneCurve } from './monotone-curve.ts'
import { normalShare, probit } from './normal.ts'

/** Knots of the table: a step of distance is the 256th part of a factor e, 0.4 %. */
const knotsPerE = 256
const nearestMeters = 1
/** Half-way around the Earth: nobody is further away. */
const furthestMeters = 20_004_000
const knotCount = Math.ceil(Math.log(furthestMeters / nearestMeters) * knotsPerE) + 1

/** Those who are not found at the origin: their shares within distances, as a table. */
export interface QuantileCurve {
  /** Share within some metres. */
  share(meters: number): number
  /** Metres within which a share is. */
  distance(share: number): number
  /** Share for each square metre at some metres; never rises with distance. */
  density(meters: number): number
}

const curves = new Map<string, QuantileCurve>()

/**
 * A smooth curve through the published distances on a log-normal scale (logarithm of the distance
 * against the probit of the share), with the spike's share taken off: what is left of the first quarter
 * when those at the origin are put aside, and so on.
 *
 * Where that curve would place more people on a square metre further out than on one nearer in, the
 * density is evened out: the shares over the area become their least concave majorant. A log-normal
 * has no density at all at its origin, which is an artefact of the family.
 */
export function quantileCurve(profile: Profile, ecoregion: Ecoregion): QuantileCurve {
  const key = `${profile}/${ecoregion}`
  let body = curves.get(key)
  if (!body) {
    body = tabulated(evened(logNormalCurve(profile, ecoregion)))
    curves.set(key, body)
  }
  return body
}

/** Share within metres before its density is evened out. */
export function logNormalCurve(profile: Profile, ecoregion: Ecoregion): (meters: number) => number {
  const { distances, quantileShares, metersPerMile, spike } = figures.radial
  const spikeShare = spike.share.value
  const z = monotoneCurve(
    distances[profile][ecoregion].value.map((miles) => Math.log(miles * metersPerMile.value)),
    quantileShares.value.map((share) => probit((share - spikeShare) / (1 - spikeShare))),
  )
  return (meters) => normalShare(z(Math.log(meters)))
}

function evened(curve: (meters: number) => number): Float64Array {
  const squares = new Float64Array(knotCount + 1)
  const shares = new Float64Array(knotCount + 1)
  for (let i = 0; i < knotCount; i++) {
    const meters = knotMeters(i)
    squares[i + 1] = meters * meters
    shares[i + 1] = Math.max(shares[i]!, curve(meters))
  }
  shares[knotCount] = 1
  return leastConcaveMajorant(squares, shares).subarray(1)
}

function knotMeters(i: number): number {
  return nearestMeters * Math.exp(i / knotsPerE)
}

/** Straight over the area from knot to knot, so that the density within a step is one value. */
function tabulated(shares: Float64Array): QuantileCurve {
  const squares = Float64Array.from(shares, (_, i) => knotMeters(i) ** 2)
  const slopes = new Float64Array(shares.length)
  for (let i = 0; i < shares.length; i++) {
    const slope =
      i === 0
        ? shares[0]! / squares[0]!
        : (shares[i]! - shares[i - 1]!) / (squares[i]! - squares[i - 1]!)
    // Along a straight stretch rounding would make it rise again by some 1e-15.
    slopes[i] = i === 0 ? slope : Math.min(slope, slopes[i - 1]!)
  }
  // The knot at the end of the step a distance is in.
  const knotAt = (meters: number): number => {
    let i = Math.ceil(Math.log(meters / nearestMeters) * knotsPerE)
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
      if (share >= 1) return furthestMeters
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
