import type { LatLon } from '#ground/geo'
import type { AreaPolygon } from './area-polygon.ts'

const cellDegrees = 0.1
/** Maximum number of cells of a polygon in the grid. Larger polygons are few, and are tested for every point. */
const maxCells = 2_000

/** Finds the polygons that contain a point. */
export class PolygonGrid<T> {
  readonly #cells = new Map<number, { shape: AreaPolygon; thing: T }[]>()
  readonly #wide: { shape: AreaPolygon; thing: T }[] = []

  add(shape: AreaPolygon, thing: T): void {
    const { box } = shape
    const [firstRow, lastRow] = [findIndex(box.min_lat), findIndex(box.max_lat)]
    const [firstColumn, lastColumn] = [findIndex(box.min_lon), findIndex(box.max_lon)]
    if ((lastRow - firstRow + 1) * (lastColumn - firstColumn + 1) > maxCells) {
      this.#wide.push({ shape, thing })
      return
    }
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const key = row * 10_000 + column
        const cell = this.#cells.get(key)
        if (cell) cell.push({ shape, thing })
        else this.#cells.set(key, [{ shape, thing }])
      }
    }
  }

  /** Returns the items whose polygons contain a point, in no particular order. */
  findContaining(at: LatLon): T[] {
    const things: T[] = []
    const near = this.#cells.get(findIndex(at.lat) * 10_000 + findIndex(at.lon))
    for (const candidates of [this.#wide, near ?? []])
      for (const { shape, thing } of candidates) if (shape.contains(at)) things.push(thing)
    return things
  }
}

function findIndex(degrees: number): number {
  return Math.floor((degrees + 180) / cellDegrees)
}
