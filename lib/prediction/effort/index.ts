/** Effort of walking from the origin to each hexagon, by least-cost paths. */
export { effortRatios } from './effort.ts'
export { shortestPathCosts } from './shortest-paths.ts'
export { slopeFactor } from './walking-cost.ts'
