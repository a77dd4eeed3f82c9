import type { LatLon } from '../../lib/geo/index.ts'

/** More than the columns of any grid with cells of 0.00001 degrees or more. */
const rowStride = 2 ** 26

/** A grid of cells in degrees that finds the things near a point. */
export class PointGrid<T> {
  readonly #cells = new Map<number, { at: LatLon; thing: T }[]>()
  readonly #step: number

  /** @param stepDegrees Side of a cell; things farther away than this may be missed. */
  constructor(stepDegrees: number) {
    this.#step = stepDegrees
  }

  add(at: LatLon, thing: T): void {
    const key = this.#key(at, 0, 0)
    const cell = this.#cells.get(key)
    if (cell) cell.push({ at, thing })
    else this.#cells.set(key, [{ at, thing }])
  }

  /** Everything in the cell of the point and its eight neighbours. */
  *around(at: LatLon): Generator<{ at: LatLon; thing: T }> {
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++)
        yield* this.#cells.get(this.#key(at, row, column)) ?? []
  }

  #key({ lat, lon }: LatLon, row: number, column: number): number {
    const y = Math.floor((lat + 90) / this.#step) + row
    const x = Math.floor((lon + 180) / this.#step) + column
    return y * rowStride + x
  }
}
