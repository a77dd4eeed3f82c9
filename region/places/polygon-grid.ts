import type { LatLon } from '#ground/geo'
import type { AreaPolygon } from './area-polygon.ts'

const cellDegrees = 0.1
/** Polygons over more cells are few, and are tested for every point. */
const maxCells = 2_000

/** Finds the polygons that contain a point. */
export class PolygonGrid<T> {
  readonly #cells = new Map<number, { shape: AreaPolygon; thing: T }[]>()
  readonly #wide: { shape: AreaPolygon; thing: T }[] = []

  add(shape: AreaPolygon, thing: T): void {
    const { box } = shape
    const [firstRow, lastRow] = [indexOf(box.min_lat), indexOf(box.max_lat)]
    const [firstColumn, lastColumn] = [indexOf(box.min_lon), indexOf(box.max_lon)]
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

  /** In no order. */
  containing(at: LatLon): T[] {
    const things: T[] = []
    const near = this.#cells.get(indexOf(at.lat) * 10_000 + indexOf(at.lon))
    for (const candidates of [this.#wide, near ?? []])
      for (const { shape, thing } of candidates) if (shape.contains(at)) things.push(thing)
    return things
  }
}

function indexOf(degrees: number): number {
  return Math.floor((degrees + 180) / cellDegrees)
}
