import { type LatLon, metersPerDegree } from '#ground/geo'
import { cosine } from './plane.ts'

/** Row stride, larger than the number of columns of any grid with cells of a metre or more. */
const rowStride = 2 ** 26
const maxKnownRows = 4096

/**
 * A grid over the globe. Each side of a cell has at least the requested length, at every latitude. Cells on both sides
 * of the antimeridian are neighbours.
 */
export class Grid {
  readonly #rowDegrees: number
  /** Number of columns by row. */
  readonly #columns = new Map<number, number>()

  /** @param cellMeters Minimum side of a cell. */
  constructor(cellMeters: number) {
    this.#rowDegrees = cellMeters / metersPerDegree
  }

  /** Returns the number of a point's cell, ascending from south to north and then from west to east. */
  findCell(at: LatLon): number {
    const row = this.#findRow(at)
    const columns = this.#countColumns(row)
    return row * rowStride + findColumn(at, columns)
  }

  /** Returns the cells of all points within one cell side of a point. */
  cellsAround(at: LatLon): number[] {
    const middle = this.#findRow(at)
    const cells: number[] = []
    for (let row = middle - 1; row <= middle + 1; row++) {
      const columns = this.#countColumns(row)
      const column = findColumn(at, columns)
      cells.push(
        row * rowStride + ((column + columns - 1) % columns),
        row * rowStride + column,
        row * rowStride + ((column + 1) % columns),
      )
    }
    return cells
  }

  #findRow({ lat }: LatLon): number {
    return Math.floor((lat + 90) / this.#rowDegrees)
  }

  /**
   * Returns the number of columns of a row: cells are still wide enough at the farthest latitude of the next rows.
   */
  #countColumns(row: number): number {
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

function findColumn({ lon }: LatLon, columns: number): number {
  return Math.min(columns - 1, Math.floor(((lon + 180) / 360) * columns))
}
