import { figures } from '../figures/index.ts'
import { finePattern, spacingMeters } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import type { DistanceDistribution } from './distance-distribution.ts'
import { scaledTo } from './scaled.ts'

/**
 * Probabilities of hexagons around an origin at the centre of the plane: the density integrated over
 * each hexagon by the points of its pattern, or of the finer one near the origin, where it is steep. The
 * edge of the spike runs between the points, so the spike is scaled to its share by itself.
 *
 * Hexagons whose centre is in the circle count whole, so together they do not quite cover the circle. A
 * common factor makes them add up to the distribution's share within the radius.
 */
export function circleProbabilities(
  distribution: DistanceDistribution,
  grid: HexGrid,
  radiusMeters: number,
): Float64Array {
  const spikeMeters = figures.radial.spike.radiusMeters.value
  const steepMeters = spikeMeters + 2 * spacingMeters(grid)
  const fine = finePattern(grid)
  const inSpike = new Float64Array(grid.ids.length)
  const probabilities = new Float64Array(grid.ids.length)
  for (let hex = 0; hex < probabilities.length; hex++) {
    const east = grid.east[hex]!
    const north = grid.north[hex]!
    const points = Math.hypot(east, north) < steepMeters ? fine : grid.pattern
    const squareMeters = grid.hexSquareMeters / points.length
    let near = 0
    let far = 0
    for (const point of points) {
      const x = east + point.east
      const y = north + point.north
      const meters = Math.sqrt(x * x + y * y)
      if (meters < spikeMeters) near += distribution.density(meters)
      else far += distribution.density(meters)
    }
    inSpike[hex] = near * squareMeters
    probabilities[hex] = far * squareMeters
  }
  const spike = inSpike.reduce((sum, probability) => sum + probability, 0)
  const isCovered = radiusMeters > steepMeters
  const factor = isCovered && spike > 0 ? distribution.cumulative(spikeMeters) / spike : 1
  for (let hex = 0; hex < probabilities.length; hex++) probabilities[hex]! += inSpike[hex]! * factor
  return scaledTo(distribution.cumulative(radiusMeters), probabilities)
}
