import { runAtOnce, type WorkSteps } from '#platform/concurrency'
import type { HexGrid } from '../prediction.ts'
import { computeCircleProbabilities } from './circle-probabilities.ts'
import type { DistanceDistribution } from './distance-distribution.ts'
import { computePathProbabilities } from './path-probabilities.ts'
import { computePolygonProbabilities } from './polygon-probabilities.ts'

export interface HexProbabilities {
  /** Probabilities in the order of the grid. */
  probabilities: Float64Array
  /**
   * Probability of being outside the area: 1 - the sum of `probabilities`. For a path it is unknown and set to 0: the
   * probabilities then describe people within the corridor.
   */
  outsideMass: number
}

/**
 * Computes the probability of each hexagon by distance alone. The origin is the centre of a circle and uniformly
 * distributed in a polygon. Along a path only the profile's track offset matters.
 */
export function computeHexProbabilities(
  distribution: DistanceDistribution,
  grid: HexGrid,
): HexProbabilities {
  return runAtOnce(computeHexProbabilitiesInSteps(distribution, grid))
}

/** Computes {@link computeHexProbabilities} in steps, for callers that pause in between. */
export function* computeHexProbabilitiesInSteps(
  distribution: DistanceDistribution,
  grid: HexGrid,
): WorkSteps<HexProbabilities> {
  const probabilities = yield* computeByShape(distribution, grid)
  const inside = probabilities.reduce((sum, probability) => sum + probability, 0)
  return { probabilities, outsideMass: Math.max(0, 1 - inside) }
}

function computeByShape(
  distribution: DistanceDistribution,
  grid: HexGrid,
): WorkSteps<Float64Array> {
  const { area } = grid
  switch (area.type) {
    case 'circle':
      return computeCircleProbabilities(distribution, grid, area.radiusMeters)
    case 'polygon':
      return computePolygonProbabilities(distribution, grid)
    case 'path':
      return computePathProbabilities(distribution.profile, grid, area)
  }
}
