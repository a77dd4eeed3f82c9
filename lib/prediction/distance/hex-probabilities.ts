import type { HexGrid } from '../prediction.ts'
import { circleProbabilities } from './circle-probabilities.ts'
import type { DistanceDistribution } from './distance-distribution.ts'
import { pathProbabilities } from './path-probabilities.ts'
import { polygonProbabilities } from './polygon-probabilities.ts'

export interface HexProbabilities {
  /** Probability of each hexagon, in the order of the grid. */
  probabilities: Float64Array
  /** Probability of being outside the area: all there is besides. */
  outsideMass: number
}

/**
 * The probability of each hexagon by distance alone, integrated over it. A circle has the origin in its
 * centre; in a polygon the origin may be anywhere; along a path distance from an origin says nothing,
 * and the law only tells whose track offset counts.
 */
export function hexProbabilities(law: DistanceDistribution, grid: HexGrid): HexProbabilities {
  const { area } = grid
  const masses =
    area.type === 'circle'
      ? circleProbabilities(law, grid, area.radiusMeters)
      : area.type === 'polygon'
        ? polygonProbabilities(law, grid)
        : pathProbabilities(law.profile, grid, area)
  const inside = masses.reduce((sum, mass) => sum + mass, 0)
  return { probabilities: masses, outsideMass: Math.max(0, 1 - inside) }
}
