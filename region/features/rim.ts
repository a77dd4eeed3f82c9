import type { Bounds } from '../../lib/geo/index.ts'
import type { Vertices } from './feature.ts'

type Point = readonly [lon: number, lat: number]

/**
 * The rim of a box. A place on it is a number from 0 to 4, clockwise from the north-western corner, each
 * side counting 1.
 */
export class Rim {
  readonly box: Bounds

  constructor(box: Bounds) {
    this.box = box
  }

  /** The nearest place on the rim of a point in the box. */
  place([lon, lat]: Point): number {
    const { min_lat, min_lon, max_lat, max_lon } = this.box
    const east = (lon - min_lon) / (max_lon - min_lon)
    const south = (max_lat - lat) / (max_lat - min_lat)
    // Metres decide which side is nearest, not shares of them.
    const wide = (max_lon - min_lon) * Math.cos((lat * Math.PI) / 180)
    const high = max_lat - min_lat
    const sides = [
      { away: south * high, place: east },
      { away: (1 - east) * wide, place: 1 + south },
      { away: (1 - south) * high, place: 3 - east },
      { away: east * wide, place: 4 - south },
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

  /** How far it is clockwise, less than 4. */
  onward(from: number, to: number): number {
    return (to - from + 4) % 4
  }

  /** The corners on the way, clockwise. */
  corners(from: number, to: number): Vertices {
    const end = from + this.onward(from, to)
    const found: number[] = []
    for (let corner = Math.floor(from) + 1; corner < end; corner++) found.push(...this.at(corner))
    return Float64Array.from(found)
  }

  /** The whole rim as a ring. */
  ring(): Vertices {
    return Float64Array.from([0, 1, 2, 3, 0].flatMap((corner) => this.at(corner)))
  }
}

/** The pieces of a line that lie in a box, in its direction. */
export function piecesIn(
  { min_lat, min_lon, max_lat, max_lon }: Bounds,
  line: Vertices,
): Vertices[] {
  const pieces: Vertices[] = []
  let piece: number[] = []
  const end = () => {
    // A line that only touches the box has no piece in it.
    if (piece.some((value, i) => value !== piece[i % 2])) pieces.push(Float64Array.from(piece))
    piece = []
  }
  for (let i = 2; i < line.length; i += 2) {
    const [x, y] = [line[i - 2]!, line[i - 1]!]
    const [east, north] = [line[i]! - x, line[i + 1]! - y]
    // Liang and Barsky 1984: the stretch between the last entry and the first exit.
    let [enter, leave] = [0, 1]
    const sides = [
      [-east, x - min_lon],
      [east, max_lon - x],
      [-north, y - min_lat],
      [north, max_lat - y],
    ] as const
    for (const [outwards, room] of sides) {
      if (outwards === 0) {
        if (room < 0) leave = -1
      } else if (outwards < 0) enter = Math.max(enter, room / outwards)
      else leave = Math.min(leave, room / outwards)
    }
    if (enter > leave || (enter === leave && enter > 0)) {
      end()
      continue
    }
    if (piece.length === 0) piece.push(x + enter * east, y + enter * north)
    piece.push(x + leave * east, y + leave * north)
    if (leave < 1) end()
  }
  end()
  return pieces
}
