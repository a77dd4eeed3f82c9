import type { LatLon } from '../../lib/geo/index.ts'
import type { OsmFeature } from './osm-feature.ts'

/** About 550 m. */
const cellDegrees = 0.005
/** More than the columns of the grid. */
const rowStride = 100_000

/** The town that the addresses around a point state. */
export class NearbyTowns {
  readonly #cells = new Map<number, Map<string, number>>()

  constructor(features: readonly OsmFeature[]) {
    for (const { town, at } of features) {
      if (town === undefined) continue
      const key = keyOf(at, 0, 0)
      const counts = this.#cells.get(key) ?? new Map<string, number>()
      counts.set(town, (counts.get(town) ?? 0) + 1)
      this.#cells.set(key, counts)
    }
  }

  /** Id of the most frequent town in the cell of the point, or else in it and its eight neighbours. */
  at(at: LatLon): string | undefined {
    if (this.#cells.size === 0) return undefined
    const own = this.#cells.get(keyOf(at, 0, 0))
    if (own) return mostStated([own])
    const around: ReadonlyMap<string, number>[] = []
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++) {
        const counts = this.#cells.get(keyOf(at, row, column))
        if (counts) around.push(counts)
      }
    return mostStated(around)
  }
}

function keyOf({ lat, lon }: LatLon, row: number, column: number): number {
  const y = Math.floor((lat + 90) / cellDegrees) + row
  return y * rowStride + Math.floor((lon + 180) / cellDegrees) + column
}

function mostStated(cells: readonly ReadonlyMap<string, number>[]): string | undefined {
  const sums = new Map<string, number>()
  for (const counts of cells)
    for (const [town, count] of counts) sums.set(town, (sums.get(town) ?? 0) + count)
  return [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0]
}
