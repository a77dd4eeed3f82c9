import type { LatLon } from '#ground/geo'
import { Grid } from './grid.ts'

const cellMeters = 1_000
const grid = new Grid(cellMeters)

export interface CountedCell {
  /** Number of the cell; see {@link findCountedCell}. */
  cell: number
  count: number
  /** Mean of the cell's points. */
  at: LatLon
}

/** Counts points by cells of about one kilometre. */
export class CellCounts {
  readonly #cells = new Map<number, { count: number; lat: number; lon: number }>()

  add(at: LatLon): void {
    const { lat, lon } = at
    const key = findCountedCell(at)
    const sums = this.#cells.get(key)
    if (!sums) {
      this.#cells.set(key, { count: 1, lat, lon })
      return
    }
    sums.count++
    sums.lat += lat
    sums.lon += lon
  }

  /** Returns the cells from south to north. */
  listCells(): CountedCell[] {
    return [...this.#cells]
      .sort(([a], [b]) => a - b)
      .map(([cell, { count, lat, lon }]) => ({
        cell,
        count,
        at: { lat: lat / count, lon: lon / count },
      }))
  }
}

/** Returns the number of the cell that counts a point. */
export function findCountedCell(at: LatLon): number {
  return grid.findCell(at)
}

/** Returns the mean position in the densest cell. Distant addresses with wrong tags do not move it. */
export function findDensest(cells: readonly CountedCell[]): LatLon {
  return cells.reduce((a, b) => (b.count > a.count ? b : a)).at
}
