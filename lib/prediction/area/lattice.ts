import { cellToLatLng, gridDisk, isPentagon } from 'h3-js'
import type { HexGrid, LocalPlane } from '../prediction.ts'
import type { PlanePoint } from './plane-shape.ts'

/**
 * The lattice of hexagons, which is regular over a few kilometres. `a` and `b` are vectors on the plane from a
 * hexagon to two neighbours a sixth of a turn apart.
 */
export interface Lattice {
  a: PlanePoint
  b: PlanePoint
  /** Distance between neighbours, metres. */
  spacingMeters: number
  /** Area of one hexagon. */
  squareMeters: number
}

/** Measures the lattice at a cell, or beside it when the cell is one of the twelve pentagons. */
export function measureLattice(plane: LocalPlane, cell: string): Lattice {
  const hexagon = isPentagon(cell)
    ? gridDisk(cell, 1).find((neighbour) => !isPentagon(neighbour))!
    : cell
  const center = projectCenter(plane, hexagon)
  const around = gridDisk(hexagon, 1)
    .filter((neighbour) => neighbour !== hexagon)
    .map((neighbour) => projectCenter(plane, neighbour))
    .map(({ east, north }) => ({ east: east - center.east, north: north - center.north }))
    .sort((a, b) => measureAngle(a) - measureAngle(b))
  // Averages opposite neighbours in three directions, then fits two vectors to them.
  const [u, v, w] = [0, 1, 2].map((k) => ({
    east: (around[k]!.east - around[k + 3]!.east) / 2,
    north: (around[k]!.north - around[k + 3]!.north) / 2,
  })) as [PlanePoint, PlanePoint, PlanePoint]
  const a = combine([u, 2 / 3], [v, 1 / 3], [w, -1 / 3])
  const b = combine([u, 1 / 3], [v, 2 / 3], [w, 1 / 3])
  const squareMeters = Math.abs(a.east * b.north - a.north * b.east)
  return { a, b, squareMeters, spacingMeters: Math.sqrt((2 * squareMeters) / Math.sqrt(3)) }
}

/**
 * Returns points that represent equal shares of a hexagon: the centres of 37 or 19 small hexagons, turned by a
 * twelfth, that together have its area.
 */
export function buildPattern({ a, b }: Lattice, resolution: 10 | 11): HexGrid['pattern'] {
  const rings = resolution === 10 ? 3 : 2
  const count = 3 * rings * (rings + 1) + 1
  // From the centre of the hexagon to two corners.
  const u = combine([a, 1 / 3], [b, 1 / 3])
  const v = combine([b, 2 / 3], [a, -1 / 3])
  const scale = Math.sqrt(3 / count)
  const points: PlanePoint[] = []
  for (let i = -rings; i <= rings; i++) {
    for (let j = -rings; j <= rings; j++) {
      if (Math.abs(i + j) > rings) continue
      points.push(combine([u, i * scale], [v, j * scale]))
    }
  }
  return points
}

/**
 * Finds the neighbours of each hexagon by distance. Neighbours are about one spacing away, as the grid bends
 * slightly; the next hexagons are 1.7 spacings away.
 */
export function findNeighbours(
  east: Float64Array,
  north: Float64Array,
  { spacingMeters }: Lattice,
): Int32Array {
  const reach = 1.36 * spacingMeters
  const squares = new SquareIndex(east, north, reach)
  const neighbours = new Int32Array(6 * east.length).fill(-1)
  for (let i = 0; i < east.length; i++) {
    const first = 6 * i
    let end = first
    for (let side = -1; side <= 1; side++) {
      const [from, to] = squares.columnAround(i, side)
      for (let k = from; k < to && end < first + 6; k++) {
        const other = squares.points[k]!
        const square = (east[other]! - east[i]!) ** 2 + (north[other]! - north[i]!) ** 2
        if (other === i || square > reach * reach) continue
        let place = end++
        for (; place > first && neighbours[place - 1]! > other; place--)
          neighbours[place] = neighbours[place - 1]!
        neighbours[place] = other
      }
    }
  }
  return neighbours
}

/** Indexes points of the plane by the square that contains them. */
class SquareIndex {
  /** Indexes of the points, square by square: columns from west to east, each from south to north. */
  readonly points: Int32Array
  readonly #first: Int32Array
  readonly #squares: Int32Array
  readonly #rows: number

  constructor(east: Float64Array, north: Float64Array, sideMeters: number) {
    const columns = Int32Array.from(east, (meters) => Math.floor(meters / sideMeters))
    const rows = Int32Array.from(north, (meters) => Math.floor(meters / sideMeters))
    const least = (numbers: Int32Array) => numbers.reduce((a, b) => Math.min(a, b), Infinity)
    const greatest = (numbers: Int32Array) => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
    const [west, south] = [least(columns), least(rows)]
    // Adds a border of empty squares around all others.
    this.#rows = greatest(rows) - south + 3
    const count = (greatest(columns) - west + 3) * this.#rows
    this.#squares = columns.map(
      (column, i) => (column - west + 1) * this.#rows + rows[i]! - south + 1,
    )
    this.#first = new Int32Array(count + 1)
    for (const square of this.#squares) this.#first[square + 1]!++
    for (let square = 0; square < count; square++) this.#first[square + 1]! += this.#first[square]!
    const next = this.#first.slice()
    this.points = new Int32Array(east.length)
    this.#squares.forEach((square, i) => {
      this.points[next[square]!++] = i
    })
  }

  /**
   * Returns the range in `points` of three squares: those around point `i` in its own column or in the one to its
   * side.
   */
  columnAround(i: number, side: number): [from: number, to: number] {
    const middle = this.#squares[i]! + side * this.#rows
    return [this.#first[middle - 1]!, this.#first[middle + 2]!]
  }
}

export function projectCenter(plane: LocalPlane, cell: string): PlanePoint {
  const [lat, lon] = cellToLatLng(cell)
  return plane.toPlane({ lat, lon })
}

function measureAngle({ east, north }: PlanePoint): number {
  return Math.atan2(north, east)
}

function combine(...terms: readonly [PlanePoint, number][]): PlanePoint {
  return {
    east: terms.reduce((sum, [{ east }, share]) => sum + share * east, 0),
    north: terms.reduce((sum, [{ north }, share]) => sum + share * north, 0),
  }
}
