/** Distances at which people are found (Koester's quantiles), as probabilities of hexagons. */

export { blurredDistribution } from './blurred-distribution.ts'
export { boundedDistribution } from './bounded-distribution.ts'
export { leastConcaveMajorant } from './concave-majorant.ts'
export { type DistanceDistribution, distanceDistribution } from './distance-distribution.ts'
export {
  type HexProbabilities,
  hexProbabilities,
  hexProbabilitySteps,
} from './hex-probabilities.ts'
export { monotoneCurve } from './monotone-curve.ts'
export { normalShare, probit } from './normal.ts'
export { logNormalCurve } from './quantile-curve.ts'
