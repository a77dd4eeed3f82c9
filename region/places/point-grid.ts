import type { LatLon } from '#ground/geo'
import { Grid } from './grid.ts'

/** Finds items near a point. */
export class PointGrid<T> {
  readonly #cells = new Map<number, { at: LatLon; thing: T }[]>()
  readonly #grid: Grid

  /** @param maxMeters Search radius; items farther away may be missed. */
  constructor(maxMeters: number) {
    this.#grid = new Grid(maxMeters)
  }

  add(at: LatLon, thing: T): void {
    const key = this.#grid.findCell(at)
    const cell = this.#cells.get(key)
    if (cell) cell.push({ at, thing })
    else this.#cells.set(key, [{ at, thing }])
  }

  /** Yields all items. */
  *all(): Generator<{ at: LatLon; thing: T }> {
    for (const items of this.#cells.values()) yield* items
  }

  /** Returns all items within the search radius, and some beyond it. */
  findAround(at: LatLon): readonly { at: LatLon; thing: T }[] {
    const found: { at: LatLon; thing: T }[] = []
    for (const cell of this.#grid.cellsAround(at)) {
      const things = this.#cells.get(cell)
      if (things) for (const thing of things) found.push(thing)
    }
    return found
  }
}
