import type { WorkSteps } from '#platform/concurrency'
import type { PlanePoint } from '../area/index.ts'
import { measureSquaredDistance, projectOntoPlane } from '../area/index.ts'
import { figures } from '../figures/index.ts'
import { measureCornerDistance } from '../hexagon.ts'
import type { HexGrid, Profile, SearchArea } from '../prediction.ts'
import { probit } from './normal.ts'
import { scaleToTotal } from './scaled.ts'

type Path = Extract<SearchArea, { type: 'path' }>

/** Ratio of the standard deviation of a half-normal distribution to its median. */
const deviationByMedian = 1 / probit(0.75)
const segmentsPerStretch = 16
const hexagonsPerStep = 250
/**
 * Farther from the line lies less than a ten-thousandth of the probability, so only the centres of hexagons are
 * sampled.
 */
const maxSampledDeviations = 4

/**
 * Computes the probabilities of the hexagons of a corridor for people who are within it, adding up to 1. They are
 * uniform along the line and half-normal across it with the profile's median track offset. How many people leave a
 * line altogether is unknown.
 */
export function* computePathProbabilities(
  profile: Profile,
  grid: HexGrid,
  path: Path,
): WorkSteps<Float64Array> {
  const median = figures.radial.trackOffsetMedianMeters[profile].value
  const deviation = median * deviationByMedian
  const falloff = -0.5 / (deviation * deviation)
  const index = new SegmentIndex(
    projectOntoPlane(grid.plane, path.line),
    measureCornerDistance(grid),
  )
  const probabilities = new Float64Array(grid.ids.length)
  for (let hex = 0; hex < probabilities.length; hex++) {
    if (hex % hexagonsPerStep === 0) yield
    const east = grid.east[hex]!
    const north = grid.north[hex]!
    const meters = index.metersTo(east, north)
    if (meters > maxSampledDeviations * deviation) {
      probabilities[hex] = Math.exp(falloff * meters * meters)
      continue
    }
    const near = index.nearest(east, north, meters)
    let sum = 0
    for (const point of grid.pattern) {
      sum += Math.exp(
        falloff * measureSquareToNearest(near, east + point.east, north + point.north),
      )
    }
    probabilities[hex] = sum / grid.pattern.length
  }
  return scaleToTotal(1, probabilities)
}

type Segment = readonly [from: PlanePoint, to: PlanePoint]

/** Finds the nearest segments of a line by grouping segments into stretches with bounding circles. */
class SegmentIndex {
  readonly #stretches: readonly Stretch[]
  readonly #marginMeters: number
  #last = 0

  /** @param marginMeters Distance around a place for which {@link nearest} is valid. */
  constructor(line: readonly PlanePoint[], marginMeters: number) {
    const segments = line.slice(1).map((to, i): Segment => [line[i]!, to])
    const count = Math.ceil(segments.length / segmentsPerStretch)
    this.#stretches = Array.from({ length: count }, (_, k) => {
      const from = k * segmentsPerStretch
      return new Stretch(segments.slice(from, from + segmentsPerStretch))
    })
    this.#marginMeters = marginMeters
  }

  metersTo(east: number, north: number): number {
    // The next place is usually close to the previous one, so its stretch rules out most others.
    let nearest = this.#stretches[this.#last]!.metersTo(east, north)
    for (const [k, stretch] of this.#stretches.entries()) {
      if (stretch.minMetersTo(east, north) >= nearest) continue
      const meters = stretch.metersTo(east, north)
      if (meters >= nearest) continue
      nearest = meters
      this.#last = k
    }
    return nearest
  }

  /**
   * Returns all segments that may be nearest to some point within the margin of a place that is `meters` from the
   * line.
   */
  nearest(east: number, north: number, meters: number): Segment[] {
    const reach = meters + 2 * this.#marginMeters
    return this.#stretches
      .filter((stretch) => stretch.minMetersTo(east, north) <= reach)
      .flatMap(({ segments }) => segments)
      .filter(([from, to]) => measureSquaredDistance(from, to, east, north) <= reach * reach)
  }
}

/** Returns the squared distance to the nearest of some segments, m2. */
function measureSquareToNearest(segments: readonly Segment[], east: number, north: number): number {
  let nearest = Infinity
  for (const [from, to] of segments) {
    const square = measureSquaredDistance(from, to, east, north)
    if (square < nearest) nearest = square
  }
  return nearest
}

/** Consecutive segments with their bounding circle. */
class Stretch {
  readonly segments: readonly Segment[]
  readonly #east: number
  readonly #north: number
  readonly #radius: number

  constructor(segments: readonly Segment[]) {
    const points = segments.flat()
    const middle = (axis: 'east' | 'north') => {
      const values = points.map((point) => point[axis])
      return (Math.min(...values) + Math.max(...values)) / 2
    }
    const [east, north] = [middle('east'), middle('north')]
    this.segments = segments
    this.#east = east
    this.#north = north
    this.#radius = Math.max(
      ...points.map((point) => Math.hypot(point.east - east, point.north - north)),
    )
  }

  /** Returns the distance to the circle, a lower bound of the distance to the segments. */
  minMetersTo(east: number, north: number): number {
    return Math.hypot(east - this.#east, north - this.#north) - this.#radius
  }

  metersTo(east: number, north: number): number {
    return Math.sqrt(measureSquareToNearest(this.segments, east, north))
  }
}
