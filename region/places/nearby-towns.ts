import type { LatLon } from '#ground/geo'
import { Counts } from './counts.ts'
import { Grid } from './grid.ts'
import type { OsmFeature } from './osm-feature.ts'

const grid = new Grid(500)

/** Towns that the addresses around a point name. */
export class NearbyTowns {
  readonly #cells = new Map<number, Counts>()

  constructor(features: readonly OsmFeature[]) {
    for (const { town, at, interpolated } of features) {
      if (town === undefined || interpolated) continue
      const key = grid.findCell(at)
      const counts = this.#cells.get(key) ?? new Counts()
      counts.add(town)
      this.#cells.set(key, counts)
    }
  }

  /** Returns the id of the most frequent town in the point's cell, or, if that is empty, in its eight neighbours. */
  at(at: LatLon): string | undefined {
    if (this.#cells.size === 0) return undefined
    const own = this.#cells.get(grid.findCell(at))
    if (own) return own.mostFrequent()
    const sums = new Counts()
    for (const cell of grid.cellsAround(at)) {
      const counts = this.#cells.get(cell)
      if (counts) sums.addAll(counts)
    }
    return sums.mostFrequent()
  }
}
