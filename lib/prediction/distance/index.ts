/** Distances at which people are found (Koester's quantiles), as probabilities of hexagons. */
export { type DistanceDistribution, distanceDistribution } from './distance-distribution.ts'
export { type HexProbabilities, hexProbabilities } from './hex-probabilities.ts'
export { probit } from './normal.ts'
