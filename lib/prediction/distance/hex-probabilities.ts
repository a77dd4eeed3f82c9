import { runAtOnce, type WorkSteps } from '#platform/concurrency'
import type { HexGrid } from '../prediction.ts'
import { circleProbabilities } from './circle-probabilities.ts'
import type { DistanceDistribution } from './distance-distribution.ts'
import { pathProbabilities } from './path-probabilities.ts'
import { polygonProbabilities } from './polygon-probabilities.ts'

export interface HexProbabilities {
  /** In the order of the grid. */
  probabilities: Float64Array
  /**
   * Probability of being outside the area: 1 - the sum of `probabilities`. Of a path it is not known, and
   * the probabilities are those of people within the corridor: 0.
   */
  outsideMass: number
}

/**
 * The probability of each hexagon by distance alone. The origin is the centre of a circle and uniformly
 * distributed in a polygon; along a path only the profile's track offset counts.
 */
export function hexProbabilities(
  distribution: DistanceDistribution,
  grid: HexGrid,
): HexProbabilities {
  return runAtOnce(hexProbabilitySteps(distribution, grid))
}

/** The steps of {@link hexProbabilities}. */
export function* hexProbabilitySteps(
  distribution: DistanceDistribution,
  grid: HexGrid,
): WorkSteps<HexProbabilities> {
  const probabilities = yield* byShape(distribution, grid)
  const inside = probabilities.reduce((sum, probability) => sum + probability, 0)
  return { probabilities, outsideMass: Math.max(0, 1 - inside) }
}

function byShape(distribution: DistanceDistribution, grid: HexGrid): WorkSteps<Float64Array> {
  const { area } = grid
  switch (area.type) {
    case 'circle':
      return circleProbabilities(distribution, grid, area.radiusMeters)
    case 'polygon':
      return polygonProbabilities(distribution, grid)
    case 'path':
      return pathProbabilities(distribution.profile, grid, area)
  }
}
