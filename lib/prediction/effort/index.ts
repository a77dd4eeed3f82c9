/** Estimates the effort of walking from the origin to each hexagon, by least-cost paths. */
export { estimateEffortRatios } from './effort.ts'
export { computeShortestPaths } from './shortest-paths.ts'
export { computeSlopeFactor } from './walking-cost.ts'
