import type { WorkSteps } from '#platform/concurrency'
import { figures } from '../figures/index.ts'
import { measureSpacing, refinePattern } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import type { DistanceDistribution } from './distance-distribution.ts'
import { scaleToTotal } from './scaled.ts'

const hexagonsPerStep = 500

/**
 * Computes the probabilities of the hexagons of a circular area whose centre is the origin: integrates the density over
 * each hexagon at its pattern points, or at those of a finer pattern near the origin, where the density is steep.
 *
 * Two corrections compensate for the discretisation. The edge of the spike runs between pattern points, so the part
 * inside the spike is scaled to the spike's share, unless the area is too small to cover the spike. A hexagon belongs
 * to the area if its centre does, so the hexagons together are not exactly the circle; all are scaled to the
 * distribution's share within the radius.
 */
export function* computeCircleProbabilities(
  distribution: DistanceDistribution,
  grid: HexGrid,
  radiusMeters: number,
): WorkSteps<Float64Array> {
  const spikeMeters = figures.radial.spike.radiusMeters.value
  const finePatternMeters = spikeMeters + 2 * measureSpacing(grid)
  const fine = refinePattern(grid)
  const spikeProbabilities = new Float64Array(grid.ids.length)
  const probabilities = new Float64Array(grid.ids.length)
  for (let hex = 0; hex < probabilities.length; hex++) {
    if (hex % hexagonsPerStep === 0) yield
    const east = grid.east[hex]!
    const north = grid.north[hex]!
    const points = Math.hypot(east, north) < finePatternMeters ? fine : grid.pattern
    const squareMeters = grid.hexSquareMeters / points.length
    let insideSpike = 0
    let outsideSpike = 0
    for (const point of points) {
      const x = east + point.east
      const y = north + point.north
      const meters = Math.sqrt(x * x + y * y)
      if (meters < spikeMeters) insideSpike += distribution.density(meters)
      else outsideSpike += distribution.density(meters)
    }
    spikeProbabilities[hex] = insideSpike * squareMeters
    probabilities[hex] = outsideSpike * squareMeters
  }
  const spikeSum = spikeProbabilities.reduce((sum, probability) => sum + probability, 0)
  const isSpikeCovered = radiusMeters > finePatternMeters
  const spikeFactor =
    isSpikeCovered && spikeSum > 0 ? distribution.cumulative(spikeMeters) / spikeSum : 1
  for (let hex = 0; hex < probabilities.length; hex++)
    probabilities[hex]! += spikeProbabilities[hex]! * spikeFactor
  return scaleToTotal(distribution.cumulative(radiusMeters), probabilities)
}
