import type { DistanceDistribution } from './distance-distribution.ts'

/** Truncates a distribution at a maximum distance and scales up the rest so that it adds up to 1 again. */
export function truncateDistribution(
  distribution: DistanceDistribution,
  maxMeters: number,
): DistanceDistribution {
  const within = distribution.cumulative(maxMeters)
  return {
    ...distribution,
    cumulative: (meters) => (meters >= maxMeters ? 1 : distribution.cumulative(meters) / within),
    quantile: (share) => Math.min(maxMeters, distribution.quantile(share * within)),
    density: (meters) => (meters > maxMeters ? 0 : distribution.density(meters) / within),
  }
}
