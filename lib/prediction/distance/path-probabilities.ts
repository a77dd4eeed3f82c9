import type { PlanePoint } from '../area/index.ts'
import { onPlane, squareToSegment } from '../area/index.ts'
import { figures } from '../figures/index.ts'
import { cornerMeters } from '../hexagon.ts'
import type { HexGrid, Profile, SearchArea } from '../prediction.ts'
import { scaledTo } from './circle-probabilities.ts'
import { normalShare, probit } from './normal.ts'

type Path = Extract<SearchArea, { type: 'path' }>

/** Standard deviation of a half-normal distribution over its median. */
const deviationByMedian = 1 / probit(0.75)
/** A long line is looked through by stretches of so many segments. */
const segmentsOfStretch = 16
/** Beyond is less than a ten-thousandth of the mass: there the centre of a hexagon stands for it. */
const deviationsLookedInto = 4

/**
 * Masses of the hexagons of a corridor. Along the line all places are alike; sideways the distance is
 * half-normal with the profile's median track offset. What lies beyond the buffer is outside.
 */
export function pathProbabilities(profile: Profile, grid: HexGrid, path: Path): Float64Array {
  const median = figures.radial.trackOffsetMedianMeters[profile].value
  const deviation = median * deviationByMedian
  const inside = 2 * normalShare(path.bufferMeters / deviation) - 1
  const falloff = -0.5 / (deviation * deviation)
  const near = new NearSegments(onPlane(grid.plane, path.line), cornerMeters(grid))
  const masses = new Float64Array(grid.ids.length)
  for (let hex = 0; hex < masses.length; hex++) {
    const east = grid.east[hex]!
    const north = grid.north[hex]!
    near.look(east, north)
    if (near.meters > deviationsLookedInto * deviation) {
      masses[hex] = Math.exp(falloff * near.meters * near.meters)
      continue
    }
    near.gather(east, north)
    let mass = 0
    for (const point of grid.pattern) {
      mass += Math.exp(falloff * near.squareTo(east + point.east, north + point.north))
    }
    masses[hex] = mass / grid.pattern.length
  }
  return scaledTo(inside, masses)
}

type Segment = readonly [from: PlanePoint, to: PlanePoint]

/** The segments of a line that can be the nearest one to a point within `around` of a place. */
class NearSegments {
  /** To the place looked at. */
  meters = Infinity
  readonly #stretches: readonly Stretch[]
  readonly #around: number
  #segments: Segment[] = []
  #last = 0

  constructor(line: readonly PlanePoint[], around: number) {
    const segments = line.slice(1).map((to, i): Segment => [line[i]!, to])
    const count = Math.ceil(segments.length / segmentsOfStretch)
    this.#stretches = Array.from({ length: count }, (_, k) => {
      const from = k * segmentsOfStretch
      return new Stretch(segments.slice(from, from + segmentsOfStretch))
    })
    this.#around = around
  }

  look(east: number, north: number): void {
    // The next place is mostly beside the last: what is near there leaves little to look at.
    let nearest = this.#stretches[this.#last]!.metersTo(east, north)
    for (const [k, stretch] of this.#stretches.entries()) {
      if (Math.hypot(east - stretch.east, north - stretch.north) - stretch.radius >= nearest)
        continue
      const meters = stretch.metersTo(east, north)
      if (meters >= nearest) continue
      nearest = meters
      this.#last = k
    }
    this.meters = nearest
  }

  /** What the points around the place that was looked at are compared with. */
  gather(east: number, north: number): void {
    this.#segments = []
    const reach = this.meters + 2 * this.#around
    for (const stretch of this.#stretches) {
      if (Math.hypot(east - stretch.east, north - stretch.north) - stretch.radius > reach) continue
      for (const segment of stretch.segments) {
        const square = squareToSegment(segment[0], segment[1], east, north)
        if (square <= reach * reach) this.#segments.push(segment)
      }
    }
  }

  squareTo(east: number, north: number): number {
    let nearest = Infinity
    for (const [from, to] of this.#segments) {
      const square = squareToSegment(from, to, east, north)
      if (square < nearest) nearest = square
    }
    return nearest
  }
}

/** Segments in a circle that holds them. */
class Stretch {
  readonly segments: readonly Segment[]
  readonly east: number
  readonly north: number
  readonly radius: number

  constructor(segments: readonly Segment[]) {
    const points = segments.flat()
    const middle = (of: 'east' | 'north') => {
      const values = points.map((point) => point[of])
      return (Math.min(...values) + Math.max(...values)) / 2
    }
    const [east, north] = [middle('east'), middle('north')]
    this.segments = segments
    this.east = east
    this.north = north
    this.radius = Math.max(...points.map((one) => Math.hypot(one.east - east, one.north - north)))
  }

  metersTo(east: number, north: number): number {
    let square = Infinity
    for (const [from, to] of this.segments) {
      square = Math.min(square, squareToSegment(from, to, east, north))
    }
    return Math.sqrt(square)
  }
}
