import { figures } from '../figures/index.ts'
import { finePattern, spacingMeters } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import type { DistanceDistribution } from './distance-distribution.ts'

/**
 * Masses of hexagons around an origin at the plane's centre: the law over each hexagon by the points of
 * its pattern, near the origin, where it is steep, by many more. The spike, whose edge runs between the
 * points, is set right by itself.
 *
 * Hexagons whose centre is in the circle count whole, so their outline is not quite the circle's. One
 * factor for all makes up for that: together they have the law's share within the radius.
 */
export function circleProbabilities(
  law: DistanceDistribution,
  grid: HexGrid,
  radiusMeters: number,
): Float64Array {
  const spikeMeters = figures.radial.spike.radiusMeters.value
  const steepMeters = spikeMeters + 2 * spacingMeters(grid)
  const fine = finePattern(grid)
  const inSpike = new Float64Array(grid.ids.length)
  const masses = new Float64Array(grid.ids.length)
  for (let hex = 0; hex < masses.length; hex++) {
    const east = grid.east[hex]!
    const north = grid.north[hex]!
    const points = Math.hypot(east, north) < steepMeters ? fine : grid.pattern
    const square = grid.hexSquareMeters / points.length
    let near = 0
    let far = 0
    for (const point of points) {
      const x = east + point.east
      const y = north + point.north
      const meters = Math.sqrt(x * x + y * y)
      if (meters < spikeMeters) near += law.density(meters)
      else far += law.density(meters)
    }
    inSpike[hex] = near * square
    masses[hex] = far * square
  }
  const spike = inSpike.reduce((sum, mass) => sum + mass, 0)
  const isCovered = radiusMeters > steepMeters
  const factor = isCovered && spike > 0 ? law.cumulative(spikeMeters) / spike : 1
  for (let hex = 0; hex < masses.length; hex++) masses[hex]! += inSpike[hex]! * factor
  return scaledTo(law.cumulative(radiusMeters), masses)
}

/** Masses in the same proportions with another sum. */
export function scaledTo(total: number, masses: Float64Array): Float64Array {
  const sum = masses.reduce((all, mass) => all + mass, 0)
  return masses.map((mass) => (mass * total) / sum)
}
