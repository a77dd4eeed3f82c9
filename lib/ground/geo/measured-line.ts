import { cumulativeMeters, distanceMeters, metersPerDegree } from './distance.ts'
import { type LatLon, wrapDegrees } from './position.ts'

/** Point of a line nearest to a position. */
export interface NearestOnLine {
  at: LatLon
  /** Geodesic distance from the position to `at`. */
  distanceMeters: number
  /** Distance from the start of the line, as measured for {@link MeasuredLine.lengthMeters}. */
  alongMeters: number
}

/** Number of segments of a line that share a box. */
const segmentsPerPiece = 32

interface Piece {
  /** Indices of its first and its last position. */
  from: number
  to: number
  minLat: number
  maxLat: number
  /** May exceed 180: longitudes of a line continue over the antimeridian. */
  minLon: number
  maxLon: number
}

/**
 * A line with distances along it, for many queries of the nearest point. Distances are measured by {@link
 * cumulativeMeters}.
 */
export class MeasuredLine {
  readonly lengthMeters: number
  readonly #lat: Float64Array
  readonly #lon: Float64Array
  readonly #along: Float64Array
  readonly #pieces: readonly Piece[]

  /** @param microdegrees At least one position, in the format of `decodeMicrodegrees`. */
  constructor(microdegrees: Int32Array) {
    const count = microdegrees.length / 2
    this.#lat = new Float64Array(count)
    this.#lon = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      const lon = microdegrees[2 * i + 1]! / 1e6
      const previous = i > 0 ? this.#lon[i - 1]! : lon
      this.#lat[i] = microdegrees[2 * i]! / 1e6
      this.#lon[i] = previous + wrapDegrees(lon - previous)
    }
    const unwrapped = Int32Array.from(microdegrees, (value, i) =>
      i % 2 === 0 ? value : Math.round(this.#lon[i >> 1]! * 1e6),
    )
    this.#along = cumulativeMeters(unwrapped)
    this.lengthMeters = this.#along.at(-1) ?? 0
    this.#pieces = this.#inPieces()
  }

  /**
   * Finds the point of the line nearest to a position, the first of several; undefined when the line stays farther
   * away than `maxMeters`. Distances to segments are measured in a plane at a latitude
   * between, within 0.6 % of the geodesic.
   */
  nearest(from: LatLon, maxMeters = Infinity): NearestOnLine | undefined {
    // Planar distances differ from geodesic ones, so the search reaches a little farther.
    let nearestMeters = maxMeters * 1.01 + 1
    let segment = -1
    let nearestShare = 0
    for (const piece of this.#pieces) {
      if (metersToBox(from, piece) >= nearestMeters) continue
      // A line of one position has no segment, but is visited once.
      for (let i = piece.from; i === piece.from || i < piece.to; i++) {
        const { meters, share } = this.#toSegment(from, i)
        if (meters >= nearestMeters) continue
        nearestMeters = meters
        segment = i
        nearestShare = share
      }
    }
    if (segment < 0) return undefined
    const next = Math.min(segment + 1, this.#lat.length - 1)
    const between = (values: Float64Array) =>
      values[segment]! + nearestShare * (values[next]! - values[segment]!)
    const at = { lat: between(this.#lat), lon: wrapDegrees(between(this.#lon)) }
    const distance = distanceMeters(from, at)
    if (distance > maxMeters) return undefined
    return { at, distanceMeters: distance, alongMeters: between(this.#along) }
  }

  /** Returns the position at a distance from the start; beyond the ends, the nearest end. */
  positionAt(alongMeters: number): LatLon {
    let [low, high] = [0, this.#along.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#along[middle]! < alongMeters) low = middle + 1
      else high = middle
    }
    const before = Math.max(0, low - 1)
    const length = this.#along[low]! - this.#along[before]!
    const past = alongMeters - this.#along[before]!
    const share = length > 0 ? Math.min(1, Math.max(0, past / length)) : 0
    const between = (values: Float64Array) =>
      values[before]! + share * (values[low]! - values[before]!)
    return { lat: between(this.#lat), lon: wrapDegrees(between(this.#lon)) }
  }

  #toSegment({ lat, lon }: LatLon, i: number): { meters: number; share: number } {
    const next = Math.min(i + 1, this.#lat.length - 1)
    const scale = Math.cos(((lat + this.#lat[i]!) / 2) * (Math.PI / 180))
    const x = wrapDegrees(this.#lon[i]! - lon) * scale
    const y = this.#lat[i]! - lat
    const east = (this.#lon[next]! - this.#lon[i]!) * scale
    const north = this.#lat[next]! - this.#lat[i]!
    const squared = east * east + north * north
    const share = squared > 0 ? Math.min(1, Math.max(0, -(x * east + y * north) / squared)) : 0
    const meters = Math.hypot(x + share * east, y + share * north) * metersPerDegree
    return { meters, share }
  }

  #inPieces(): Piece[] {
    const pieces: Piece[] = []
    const last = this.#lat.length - 1
    for (let from = 0; from === 0 || from < last; from += segmentsPerPiece) {
      const to = Math.min(last, from + segmentsPerPiece)
      const [lats, lons] = [this.#lat.subarray(from, to + 1), this.#lon.subarray(from, to + 1)]
      pieces.push({
        from,
        to,
        minLat: Math.min(...lats),
        maxLat: Math.max(...lats),
        minLon: Math.min(...lons),
        maxLon: Math.max(...lons),
      })
    }
    return pieces
  }
}

/** Returns a lower bound of the flat distance to any position in a box. */
function metersToBox({ lat, lon }: LatLon, { minLat, maxLat, minLon, maxLon }: Piece): number {
  const north = Math.max(0, minLat - lat, lat - maxLat)
  const fromMiddle = Math.abs(wrapDegrees(lon - (minLon + maxLon) / 2))
  const east = Math.max(0, fromMiddle - (maxLon - minLon) / 2)
  const highest = Math.max(Math.abs(lat), Math.abs(minLat), Math.abs(maxLat))
  return Math.hypot(north, east * Math.cos((highest * Math.PI) / 180)) * metersPerDegree
}
