/** Turns the distances at which people are found (Koester's quantiles) into probabilities of hexagons. */

export { blurDistribution } from './blurred-distribution.ts'
export { truncateDistribution } from './bounded-distribution.ts'
export { computeConcaveMajorant } from './concave-majorant.ts'
export { buildDistanceDistribution, type DistanceDistribution } from './distance-distribution.ts'
export {
  computeHexProbabilities,
  computeHexProbabilitiesInSteps,
  type HexProbabilities,
} from './hex-probabilities.ts'
export { interpolateMonotone } from './monotone-curve.ts'
export { computeNormalShare, probit } from './normal.ts'
export { buildLogNormalCurve } from './quantile-curve.ts'
