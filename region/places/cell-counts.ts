import type { LatLon } from '#ground/geo'
import { Grid } from './grid.ts'

const cellMeters = 1_000
const grid = new Grid(cellMeters)

export interface CountedCell {
  /** Number of the cell, see {@link countedCellOf}. */
  cell: number
  count: number
  /** Mean of its points. */
  at: LatLon
}

/** Counts points by cell of about a kilometre. */
export class CellCounts {
  readonly #cells = new Map<number, { count: number; lat: number; lon: number }>()

  add(at: LatLon): void {
    const { lat, lon } = at
    const key = countedCellOf(at)
    const sums = this.#cells.get(key)
    if (!sums) {
      this.#cells.set(key, { count: 1, lat, lon })
      return
    }
    sums.count++
    sums.lat += lat
    sums.lon += lon
  }

  /** From south to north. */
  cells(): CountedCell[] {
    return [...this.#cells]
      .sort(([a], [b]) => a - b)
      .map(([cell, { count, lat, lon }]) => ({
        cell,
        count,
        at: { lat: lat / count, lon: lon / count },
      }))
  }
}

/** Number of the cell in which a point is counted. */
export function countedCellOf(at: LatLon): number {
  return grid.cellOf(at)
}

/** The position in the densest cell, so that distant mistagged addresses do not move it. */
export function densestOf(cells: readonly CountedCell[]): LatLon {
  return cells.reduce((a, b) => (b.count > a.count ? b : a)).at
}
