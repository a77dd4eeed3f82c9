import type { Landscape } from '#ground/landscape'
import type { Ecoregion, ProbabilityMap, Profile } from '#prediction'
import { computeNormalShare } from '#prediction/distance'
import { figures } from '#prediction/figures'

/** Returns the share of finds within a distance. */
export type Cumulative = (meters: number) => number

interface Quantiles {
  meters: readonly number[]
  shares: readonly number[]
}

function readQuantiles(profile: Profile, ecoregion: Ecoregion): Quantiles {
  const { distances, metersPerMile, quantileShares } = figures.radial
  return {
    meters: distances[profile][ecoregion].value.map((miles) => miles * metersPerMile.value),
    shares: quantileShares.value,
  }
}

/** Creates four uniform rings, with the last 5 % up to twice the 95 % distance, like MapScore's ring model. */
export function createRings(profile: Profile, ecoregion: Ecoregion): Cumulative {
  const { meters, shares } = readQuantiles(profile, ecoregion)
  const edges = [0, ...meters, 2 * meters.at(-1)!]
  const cumulative = [0, ...shares, 1]
  return (at) => {
    const outer = edges.findIndex((edge) => edge > at)
    if (outer < 0) return 1
    const [from, to] = [edges[outer - 1]! ** 2, edges[outer]! ** 2]
    const part = (at * at - from) / (to - from)
    return cumulative[outer - 1]! + part * (cumulative[outer]! - cumulative[outer - 1]!)
  }
}

/** Fits a log-normal by maximum likelihood to the shares between the published distances. */
export function fitLogNormal(profile: Profile, ecoregion: Ecoregion): Cumulative {
  const fit = fitQuantiles(readQuantiles(profile, ecoregion))
  return (meters) => (meters > 0 ? fit(meters) : 0)
}

/** Fits a log-normal with a spike of a tenth, uniform over the first 50 m. */
export function fitLogNormalWithSpike(profile: Profile, ecoregion: Ecoregion): Cumulative {
  const { meters, shares } = readQuantiles(profile, ecoregion)
  const spike = figures.radial.spike.share.value
  const radius = figures.radial.spike.radiusMeters.value
  const fit = fitQuantiles({ meters, shares: shares.map((share) => (share - spike) / (1 - spike)) })
  return (at) => {
    if (!(at > 0)) return 0
    return spike * Math.min(1, (at / radius) ** 2) + (1 - spike) * fit(at)
  }
}

/** Creates a uniform distribution within a disc. */
export function createUniformDisc(radiusMeters: number): Cumulative {
  return (meters) => Math.min(1, (meters / radiusMeters) ** 2)
}

/** Creates a uniform distribution within a square around the origin. */
export function createUniformSquare(sideMeters: number): Cumulative {
  const half = sideMeters / 2
  return (meters) => {
    if (meters >= half * Math.SQRT2) return 1
    const disc = Math.PI * meters * meters
    if (meters <= half) return disc / sideMeters ** 2
    // Subtracts the four caps beyond the sides.
    const angle = Math.acos(half / meters)
    const cap = meters * meters * angle - half * Math.sqrt(meters * meters - half * half)
    return (disc - 4 * cap) / sideMeters ** 2
  }
}

function fitQuantiles({ meters, shares }: Quantiles): Cumulative {
  const logs = meters.map(Math.log)
  const parts = [...shares, 1].map((share, i) => share - (shares[i - 1] ?? 0))
  const likelihood = (mu: number, sigma: number) => {
    const below = [...logs.map((log) => computeNormalShare((log - mu) / sigma)), 1]
    return parts.reduce(
      (sum, part, i) => sum + part * Math.log(Math.max(1e-300, below[i]! - (below[i - 1] ?? 0))),
      0,
    )
  }
  let best = { mu: logs[1]!, sigma: 1.5, value: likelihood(logs[1]!, 1.5) }
  // Uses a pattern search, because the likelihood has a single maximum.
  for (let step = 0.5; step > 1e-5; ) {
    const next = [
      [step, 0],
      [-step, 0],
      [0, step],
      [0, -step],
    ]
      .map(([dm, ds]) => ({ mu: best.mu + dm!, sigma: Math.max(0.05, best.sigma + ds!) }))
      .map((at) => ({ ...at, value: likelihood(at.mu, at.sigma) }))
      .reduce((a, b) => (b.value > a.value ? b : a))
    if (next.value > best.value) best = next
    else step /= 2
  }
  return (at) => computeNormalShare((Math.log(at) - best.mu) / best.sigma)
}

/** Distance to a road or path at which the weight of {@link weighByRoad} falls to e^-2. */
const roadFalloffMeters = 100

/** Computes the weight of each hexagon by the distance of its centre to the nearest road or path. */
export async function weighByRoad(
  landscape: Landscape,
  { grid }: ProbabilityMap,
): Promise<Float64Array> {
  const { lats, lons } = grid
  const view = await landscape.view({
    min_lat: Math.min(...lats),
    max_lat: Math.max(...lats),
    min_lon: Math.min(...lons),
    max_lon: Math.max(...lons),
  })
  const road = view.sample('road', { lats, lons })
  const path = view.sample('path', { lats, lons })
  return Float64Array.from(lats, (_, hex) =>
    Math.exp((-2 * Math.min(road[hex]!, path[hex]!)) / roadFalloffMeters),
  )
}
