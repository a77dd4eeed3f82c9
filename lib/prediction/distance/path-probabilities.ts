import type { WorkSteps } from '#platform/concurrency'
import type { PlanePoint } from '../area/index.ts'
import { onPlane, squareToSegment } from '../area/index.ts'
import { figures } from '../figures/index.ts'
import { cornerMeters } from '../hexagon.ts'
import type { HexGrid, Profile, SearchArea } from '../prediction.ts'
import { probit } from './normal.ts'
import { scaledTo } from './scaled.ts'

type Path = Extract<SearchArea, { type: 'path' }>

/** Standard deviation of a half-normal distribution over its median. */
const deviationByMedian = 1 / probit(0.75)
const segmentsPerStretch = 16
const hexagonsPerStep = 250
/** Beyond lies less than a ten-thousandth of the probability: there only hexagons' centres are sampled. */
const maxSampledDeviations = 4

/**
 * Probabilities of the hexagons of a corridor for people who are within it, 1 together: uniform along the
 * line, half-normal across it with the profile's median track offset. How many leave a line altogether is
 * not known.
 */
export function* pathProbabilities(
  profile: Profile,
  grid: HexGrid,
  path: Path,
): WorkSteps<Float64Array> {
  const median = figures.radial.trackOffsetMedianMeters[profile].value
  const deviation = median * deviationByMedian
  const falloff = -0.5 / (deviation * deviation)
  const index = new SegmentIndex(onPlane(grid.plane, path.line), cornerMeters(grid))
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
      sum += Math.exp(falloff * squareTo(near, east + point.east, north + point.north))
    }
    probabilities[hex] = sum / grid.pattern.length
  }
  return scaledTo(1, probabilities)
}

type Segment = readonly [from: PlanePoint, to: PlanePoint]

/** Finds the nearest segments of a line, by stretches of segments and the circles that hold them. */
class SegmentIndex {
  readonly #stretches: readonly Stretch[]
  readonly #marginMeters: number
  #last = 0

  /** @param marginMeters Around a place, within which {@link nearest} holds. */
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
    // The next place is mostly beside the last, so its stretch rules out most others.
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

  /** Segments that can be the nearest one to a point within the margin of a place `meters` off the line. */
  nearest(east: number, north: number, meters: number): Segment[] {
    const reach = meters + 2 * this.#marginMeters
    return this.#stretches
      .filter((stretch) => stretch.minMetersTo(east, north) <= reach)
      .flatMap(({ segments }) => segments)
      .filter(([from, to]) => squareToSegment(from, to, east, north) <= reach * reach)
  }
}

/** Square of the distance to the nearest of some segments. */
function squareTo(segments: readonly Segment[], east: number, north: number): number {
  let nearest = Infinity
  for (const [from, to] of segments) {
    const square = squareToSegment(from, to, east, north)
    if (square < nearest) nearest = square
  }
  return nearest
}

/** Segments in a circle that holds them. */
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

  /** To the circle; the segments are no nearer. */
  minMetersTo(east: number, north: number): number {
    return Math.hypot(east - this.#east, north - this.#north) - this.#radius
  }

  metersTo(east: number, north: number): number {
    return Math.sqrt(squareTo(this.segments, east, north))
  }
}
