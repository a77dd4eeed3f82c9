/** How far people are found from where they were last seen, and what that makes of hexagons. */

export { type DistanceDistribution, distanceDistribution } from './distance-distribution.ts'
export { type HexProbabilities, hexProbabilities } from './hex-probabilities.ts'
export { probit } from './normal.ts'
