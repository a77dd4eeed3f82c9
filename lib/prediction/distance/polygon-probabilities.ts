import type { WorkSteps } from '#platform/concurrency'
import { measureSpacing } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import type { DistanceDistribution } from './distance-distribution.ts'

const hexagonsPerStep = 250
/** Step of the table of probabilities by distance, metres. */
const stepMeters = 4
/** At this many spacings and more, the density is practically linear over a hexagon. */
const nearSpacings = 6
/** Number of rings of hexagons around an origin over which the probabilities are normalised. */
const normalisedRings = 16

/**
 * Computes the probabilities of the hexagons of a polygon with a uniformly distributed origin: for each hexagon, the
 * mean of its probabilities over origins in all hexagons, itself included. Their sum is the probability of being
 * found inside.
 */
export function* computePolygonProbabilities(
  distribution: DistanceDistribution,
  grid: HexGrid,
): WorkSteps<Float64Array> {
  const { east, north } = grid
  const count = grid.ids.length
  const byDistance = tabulateByDistance(distribution, grid)
  const sums = new Float64Array(count).fill(byDistance[0]!)
  for (let i = 0; i < count; i++) {
    if (i % hexagonsPerStep === 0) yield
    const x = east[i]!
    const y = north[i]!
    let sum = 0
    for (let j = 0; j < i; j++) {
      const dx = east[j]! - x
      const dy = north[j]! - y
      const steps = Math.sqrt(dx * dx + dy * dy) / stepMeters
      const whole = steps | 0
      const before = byDistance[whole]!
      const probability = before + (byDistance[whole + 1]! - before) * (steps - whole)
      sum += probability
      sums[j]! += probability
    }
    sums[i]! += sum
  }
  return sums.map((sum) => sum / count)
}

/**
 * Tabulates the probability of a hexagon, given an origin uniformly distributed over another one, by the distance
 * between their centres in steps of 4 m. At short distances it is the mean over the pattern points of both, scaled so
 * that a hexagon and the rings around it together have the distribution's share within a circle of the same area.
 */
function tabulateByDistance(distribution: DistanceDistribution, grid: HexGrid): Float64Array {
  const spacing = measureSpacing(grid)
  const near = Math.ceil((nearSpacings * spacing) / stepMeters)
  const byDistance = new Float64Array(near + Math.ceil(measureExtent(grid) / stepMeters) + 2)
  const differences = listDifferences(grid.pattern)
  for (let k = 0; k < byDistance.length; k++) {
    const meters = k * stepMeters
    byDistance[k] =
      grid.hexSquareMeters *
      (k < near
        ? computeMeanDensity(distribution, differences, meters)
        : distribution.density(meters))
  }
  const sum = { near: 0, far: 0 }
  for (let i = -normalisedRings; i <= normalisedRings; i++) {
    for (let j = -normalisedRings; j <= normalisedRings; j++) {
      if (Math.abs(i + j) > normalisedRings) continue
      const steps = (spacing * Math.sqrt(i * i + i * j + j * j)) / stepMeters
      const whole = Math.floor(steps)
      if (whole + 1 < near) {
        sum.near +=
          byDistance[whole]! + (byDistance[whole + 1]! - byDistance[whole]!) * (steps - whole)
      } else {
        sum.far += grid.hexSquareMeters * distribution.density(steps * stepMeters)
      }
    }
  }
  const square = (3 * normalisedRings * (normalisedRings + 1) + 1) * grid.hexSquareMeters
  const factor = (distribution.cumulative(Math.sqrt(square / Math.PI)) - sum.far) / sum.near
  for (let k = 0; k < near; k++) byDistance[k]! *= factor
  return byDistance
}

interface Difference {
  east: number
  north: number
  /** Number of pairs with this difference. */
  count: number
}

/** Lists the differences between all pairs of points of a pattern. The pattern is a lattice, so few are distinct. */
function listDifferences(pattern: HexGrid['pattern']): Difference[] {
  const differences = new Map<string, Difference>()
  for (const from of pattern) {
    for (const to of pattern) {
      const east = to.east - from.east
      const north = to.north - from.north
      const key = `${Math.round(east * 100)} ${Math.round(north * 100)}`
      const known = differences.get(key)
      if (known) known.count++
      else differences.set(key, { east, north, count: 1 })
    }
  }
  return [...differences.values()]
}

/**
 * Averages the density over pairs of points of two hexagons whose centres are `apart` metres apart, and over two
 * directions, east and north.
 */
function computeMeanDensity(
  distribution: DistanceDistribution,
  differences: readonly Difference[],
  apart: number,
): number {
  let sum = 0
  let pairs = 0
  for (const { east, north, count } of differences) {
    const toEast = distribution.density(Math.hypot(east + apart, north))
    const toNorth = distribution.density(Math.hypot(east, north + apart))
    sum += (count * (toEast + toNorth)) / 2
    pairs += count
  }
  return sum / pairs
}

/** Returns an upper bound of the distance between two hexagons, metres. */
function measureExtent({ east, north }: HexGrid): number {
  let farthest = 0
  for (let i = 0; i < east.length; i++) {
    farthest = Math.max(farthest, Math.hypot(east[i]!, north[i]!))
  }
  return 2 * farthest
}
