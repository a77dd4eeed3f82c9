import type { Bounds } from '#ground/geo'
import type { Vertices } from './feature.ts'

type Point = readonly [lon: number, lat: number]

/**
 * The rim of a box. A place on the rim is a number from 0 to 4, clockwise from the north-western corner, 1 for each
 * side.
 */
export class Rim {
  readonly box: Bounds

  constructor(box: Bounds) {
    this.box = box
  }

  /** Returns the place on the rim nearest to a point in the box. */
  place([lon, lat]: Point): number {
    const { min_lat, min_lon, max_lat, max_lon } = this.box
    const east = (lon - min_lon) / (max_lon - min_lon)
    const south = (max_lat - lat) / (max_lat - min_lat)
    // Both axes in metres, up to a common factor.
    const width = (max_lon - min_lon) * Math.cos((lat * Math.PI) / 180)
    const height = max_lat - min_lat
    const sides = [
      { away: south * height, place: east },
      { away: (1 - east) * width, place: 1 + south },
      { away: (1 - south) * height, place: 3 - east },
      { away: east * width, place: 4 - south },
    ]
    return sides.reduce((best, side) => (side.away < best.away ? side : best)).place % 4
  }

  at(place: number): Point {
    const { min_lat, min_lon, max_lat, max_lon } = this.box
    const [side, share] = [Math.floor(place) % 4, place % 1]
    if (side === 0) return [min_lon + share * (max_lon - min_lon), max_lat]
    if (side === 1) return [max_lon, max_lat - share * (max_lat - min_lat)]
    if (side === 2) return [max_lon - share * (max_lon - min_lon), min_lat]
    return [min_lon, min_lat + share * (max_lat - min_lat)]
  }

  /** Returns the clockwise distance between two places, less than 4. */
  onward(from: number, to: number): number {
    return (to - from + 4) % 4
  }

  /** Returns the corners between two places, clockwise. */
  corners(from: number, to: number): Vertices {
    const end = from + this.onward(from, to)
    const found: number[] = []
    for (let corner = Math.floor(from) + 1; corner < end; corner++) found.push(...this.at(corner))
    return new Float64Array(found)
  }

  /** Returns the whole rim as a ring. */
  ring(): Vertices {
    return Float64Array.from([0, 1, 2, 3, 0].flatMap((corner) => this.at(corner)))
  }
}

/** Positions of the current piece; one buffer for all calls. */
let piece = new Float64Array(1024)

/** Whether the first `count` numbers are a single position, or none. */
function isPoint(positions: Vertices, count: number): boolean {
  for (let i = 2; i < count; i += 2)
    if (positions[i] !== positions[0] || positions[i + 1] !== positions[1]) return false
  return true
}

/** Clips a line to a box (Liang and Barsky 1984); the pieces keep its direction. */
export function clipToBox(
  { min_lat, min_lon, max_lat, max_lon }: Bounds,
  line: Vertices,
): Vertices[] {
  const pieces: Vertices[] = []
  // A segment adds two positions at most.
  if (piece.length < 2 * line.length) piece = new Float64Array(4 * line.length)
  let filled = 0
  const end = () => {
    // A line that only touches the box has no piece in it.
    if (!isPoint(piece, filled)) pieces.push(piece.slice(0, filled))
    filled = 0
  }
  for (let i = 2; i < line.length; i += 2) {
    const x = line[i - 2]!
    const y = line[i - 1]!
    const east = line[i]! - x
    const north = line[i + 1]! - y
    // The part between the last entry and the first exit.
    let enter = 0
    let leave = 1
    // For each side: how fast the line leaves the box there, and how far the side is away.
    for (let side = 0; side < 4; side++) {
      const outwards = side === 0 ? -east : side === 1 ? east : side === 2 ? -north : north
      const room =
        side === 0 ? x - min_lon : side === 1 ? max_lon - x : side === 2 ? y - min_lat : max_lat - y
      if (outwards === 0) {
        if (room < 0) leave = -1
      } else if (outwards < 0) enter = Math.max(enter, room / outwards)
      else leave = Math.min(leave, room / outwards)
    }
    if (enter > leave || (enter === leave && enter > 0)) {
      end()
      continue
    }
    if (filled === 0) {
      piece[filled++] = x + enter * east
      piece[filled++] = y + enter * north
    }
    piece[filled++] = x + leave * east
    piece[filled++] = y + leave * north
    if (leave < 1) end()
  }
  end()
  return pieces
}
