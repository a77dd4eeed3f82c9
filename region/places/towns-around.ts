import type { LatLon } from '#ground/geo'
import { type AdminArea, isSettlementType, settlementTypes } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { CellCounts } from './cell-counts.ts'
import { measureMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import type { StatedTowns } from './stated-towns.ts'

/**
 * Search radius. Tested on greater Porto with 34 towns: if only 5 % of the streets have addresses, the right town is
 * among the 3 nearest within 4 km for 89 % of the other streets, and for 93 % where towns extend 6 km. A larger radius
 * or more towns add at most 1 %.
 */
const maxMeters = 4_000
const maxOfType = 3

/** Finds towns and quarters near a place without a town: an extract may have no boundaries. */
export class TownsAround {
  /** Positions of addresses that name a mapped town, by its id. */
  readonly #cells = new Map<string, CellCounts>()
  readonly #towns = new PointGrid<AdminArea>(maxMeters)

  /** @param towns Towns with their positions. */
  constructor(towns: Iterable<{ at: LatLon; thing: AdminArea }> = []) {
    for (const { at, thing } of towns) this.#towns.add(at, thing)
  }

  /** Returns the towns with their positions: those given to the constructor, and those that `finish` added. */
  all(): Iterable<{ at: LatLon; thing: AdminArea }> {
    return this.#towns.all()
  }

  /** Counts an address that names a mapped town. */
  add(town: string, at: LatLon): void {
    const cells = this.#cells.get(town) ?? new CellCounts()
    cells.add(at)
    this.#cells.set(town, cells)
  }

  /** Completes the lookup. Call it once, after all addresses are counted. */
  finish({ list }: Areas, statedTowns: StatedTowns): void {
    for (const town of list) {
      if (!isSettlementType(town.type)) continue
      if (town.statedBy === undefined) this.#towns.add(town.at, town)
      for (const { at } of this.#cells.get(town.id)?.listCells() ?? []) this.#towns.add(at, town)
    }
    this.#cells.clear()
    for (const { area, at } of statedTowns.statements())
      if (isSettlementType(area.type)) this.#towns.add(at, area)
  }

  /** Returns the ids of the areas of a country that are nearest to any of the points, at most three of each type. */
  findNearest(points: readonly LatLon[], countryCode: string): string[] {
    const metersByTown = new Map<AdminArea, number>()
    for (const point of points)
      for (const { at, thing: town } of this.#towns.findAround(point)) {
        const meters = measureMeters(point, at)
        if (meters > maxMeters || town.countryCode !== countryCode) continue
        metersByTown.set(town, Math.min(meters, metersByTown.get(town) ?? Infinity))
      }
    const nearest = [...metersByTown].sort(([a, m], [b, n]) => m - n || (a.id < b.id ? -1 : 1))
    return settlementTypes.flatMap((type) =>
      nearest.flatMap(([area]) => (area.type === type ? [area.id] : [])).slice(0, maxOfType),
    )
  }
}
