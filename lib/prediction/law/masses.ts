import type { HexGrid } from '../prediction.ts'
import { circleMasses } from './circle-masses.ts'
import { pathMasses } from './path-masses.ts'
import { polygonMasses } from './polygon-masses.ts'
import type { RadialLaw } from './radial-law.ts'

export interface Masses {
  /** Probability of each hexagon, in the order of the grid. */
  masses: Float64Array
  /** Probability of being outside the area: all there is besides. */
  outsideMass: number
}

/**
 * The probability of each hexagon by distance alone, integrated over it. A circle has the origin in its
 * centre; in a polygon the origin may be anywhere; along a path distance from an origin says nothing,
 * and the law only tells whose track offset counts.
 */
export function massesOf(law: RadialLaw, grid: HexGrid): Masses {
  const { area } = grid
  const masses =
    area.type === 'circle'
      ? circleMasses(law, grid, area.radiusMeters)
      : area.type === 'polygon'
        ? polygonMasses(law, grid)
        : pathMasses(law.profile, grid, area)
  const inside = masses.reduce((sum, mass) => sum + mass, 0)
  return { masses, outsideMass: Math.max(0, 1 - inside) }
}
