import { figures } from '../figures/index.ts'
import type { Ecoregion, Profile } from '../prediction.ts'
import { quantileCurve } from './quantile-curve.ts'

/** How far from the origin people of a profile are found, in every direction alike. */
export interface DistanceDistribution {
  readonly profile: Profile
  readonly ecoregion: Ecoregion
  readonly scale: number
  /** Share of finds within some metres. */
  cumulative(meters: number): number
  /** Metres within which a share of finds is. */
  quantile(share: number): number
  /** Share of finds for each square metre, at some metres; it never rises with distance. */
  density(meters: number): number
}

/**
 * The law of distance: a spike of a tenth of all finds, spread evenly over the first 50 m, and the
 * others by a curve through the published distances at 25, 50, 75 and 95 % (Koester 2008). With the
 * two together these four shares are met. `scale` multiplies all distances but those of the spike.
 *
 * @throws RangeError when the scale is not a positive number.
 */
export function distanceDistribution(
  profile: Profile,
  ecoregion: Ecoregion,
  scale = 1,
): DistanceDistribution {
  if (!(scale > 0 && Number.isFinite(scale))) throw new RangeError(`scale ${scale} of distances`)
  const body = quantileCurve(profile, ecoregion)
  const { share: spikeShare, radiusMeters } = figures.radial.spike
  const spike = spikeShare.value
  const rest = 1 - spike
  const radius = radiusMeters.value
  const spikeDensity = spike / (Math.PI * radius * radius)
  const restDensity = rest / (scale * scale)
  const cumulative = (meters: number): number => {
    if (!(meters > 0)) return 0
    const inSpike = meters < radius ? (meters / radius) ** 2 : 1
    return spike * inSpike + rest * body.share(meters / scale)
  }
  const edgeShare = cumulative(radius)
  return {
    profile,
    ecoregion,
    scale,
    cumulative,
    quantile(share) {
      if (!(share > 0)) return 0
      if (share >= edgeShare) return scale * body.distance((share - spike) / rest)
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
      const beside = restDensity * body.density(meters / scale)
      return meters < radius ? beside + spikeDensity : beside
    },
  }
}
