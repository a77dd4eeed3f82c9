import type { LatLon } from '../../lib/geo/index.ts'
import { cellOf, cellsAround } from './grid-cell.ts'

/** A grid of cells in degrees that finds the things near a point. */
export class PointGrid<T> {
  readonly #cells = new Map<number, { at: LatLon; thing: T }[]>()
  readonly #step: number

  /** @param stepDegrees Side of a cell; things farther away than this may be missed. */
  constructor(stepDegrees: number) {
    this.#step = stepDegrees
  }

  add(at: LatLon, thing: T): void {
    const key = cellOf(at, this.#step)
    const cell = this.#cells.get(key)
    if (cell) cell.push({ at, thing })
    else this.#cells.set(key, [{ at, thing }])
  }

  /** Everything in the cell of the point and its eight neighbours. */
  *around(at: LatLon): Generator<{ at: LatLon; thing: T }> {
    for (const cell of cellsAround(at, this.#step)) yield* this.#cells.get(cell) ?? []
  }
}
