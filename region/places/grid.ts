import { type LatLon, metersPerDegree } from '#ground/geo'
import { cosine } from './plane.ts'

/** More than the columns of any grid with cells of a metre or more. */
const rowStride = 2 ** 26
const maxKnownRows = 4096

/**
 * A grid over the globe. Cells are at least so high and wide as is asked for, at every latitude; those at the
 * antimeridian are neighbours.
 */
export class Grid {
  readonly #rowDegrees: number
  /** Columns by row. */
  readonly #columns = new Map<number, number>()

  /** @param cellMeters Minimum side of a cell. */
  constructor(cellMeters: number) {
    this.#rowDegrees = cellMeters / metersPerDegree
  }

  /** Number of the cell of a point, ascending from south to north and then from west to east. */
  cellOf(at: LatLon): number {
    const row = this.#rowOf(at)
    const columns = this.#columnsOf(row)
    return row * rowStride + columnOf(at, columns)
  }

  /** The cells with all points that are at most the side of a cell away. */
  cellsAround(at: LatLon): number[] {
    const middle = this.#rowOf(at)
    const cells: number[] = []
    for (let row = middle - 1; row <= middle + 1; row++) {
      const columns = this.#columnsOf(row)
      const column = columnOf(at, columns)
      cells.push(
        row * rowStride + ((column + columns - 1) % columns),
        row * rowStride + column,
        row * rowStride + ((column + 1) % columns),
      )
    }
    return cells
  }

  #rowOf({ lat }: LatLon): number {
    return Math.floor((lat + 90) / this.#rowDegrees)
  }

  /** As wide at the farthest latitude of a neighbouring row as cells must be. */
  #columnsOf(row: number): number {
    const known = this.#columns.get(row)
    if (known !== undefined) return known
    const south = (row - 1) * this.#rowDegrees - 90
    const north = (row + 2) * this.#rowDegrees - 90
    const narrowest = cosine(Math.min(90, Math.max(-south, north)))
    const columns = Math.max(3, Math.floor((360 * narrowest) / this.#rowDegrees))
    if (this.#columns.size === maxKnownRows) this.#columns.clear()
    this.#columns.set(row, columns)
    return columns
  }
}

function columnOf({ lon }: LatLon, columns: number): number {
  return Math.min(columns - 1, Math.floor(((lon + 180) / 360) * columns))
}
