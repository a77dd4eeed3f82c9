import { figures } from '../figures/index.ts'
import type { Ecoregion, EcoregionWeights, Profile } from '../prediction.ts'
import { buildQuantileCurve } from './quantile-curve.ts'

/** Isotropic distribution of the distances from the origin at which people of a profile are found. */
export interface DistanceDistribution {
  readonly profile: Profile
  readonly scale: number
  /** Returns the share of finds within a distance. */
  cumulative(meters: number): number
  /** Returns the distance that contains a share of finds, metres. */
  quantile(share: number): number
  /** Returns the share of finds per square metre at a distance. It never rises with distance. */
  density(meters: number): number
}

/**
 * Builds a mixture: a spike of a tenth of all finds, uniform over the first 50 m, and the others on a
 * {@link buildQuantileCurve}. The mixture meets the published distances at 25, 50, 75 and 95 % (Koester 2008). Several ecoregions
 * are mixed by their weights. `scale` multiplies all distances except the spike's.
 *
 * @throws RangeError when the scale is not a positive number.
 */
export function buildDistanceDistribution(
  profile: Profile,
  ecoregion: Ecoregion | EcoregionWeights,
  scale = 1,
): DistanceDistribution {
  if (!(scale > 0 && Number.isFinite(scale)))
    throw new RangeError(`scale must be positive: ${scale}`)
  const weights = typeof ecoregion === 'string' ? { [ecoregion]: 1 } : ecoregion
  const curve = buildQuantileCurve(profile, weights)
  const { share: spikeShare, radiusMeters } = figures.radial.spike
  const spike = spikeShare.value
  const rest = 1 - spike
  const radius = radiusMeters.value
  const spikeDensity = spike / (Math.PI * radius * radius)
  const restDensity = rest / (scale * scale)
  const cumulative = (meters: number): number => {
    if (!(meters > 0)) return 0
    const inSpike = meters < radius ? (meters / radius) ** 2 : 1
    return spike * inSpike + rest * curve.share(meters / scale)
  }
  const edgeShare = cumulative(radius)
  return {
    profile,
    scale,
    cumulative,
    quantile(share) {
      if (!(share > 0)) return 0
      if (share >= edgeShare) return scale * curve.distance((share - spike) / rest)
      let low = 0
      let high = radius
      for (let step = 0; step < 60; step++) {
        const middle = (low + high) / 2
        if (cumulative(middle) < share) low = middle
        else high = middle
      }
      return (low + high) / 2
    },
    density(meters) {
      const density = restDensity * curve.density(meters / scale)
      return meters < radius ? density + spikeDensity : density
    },
  }
}
