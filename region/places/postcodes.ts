import type { LatLon } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import type { Areas } from './areas.ts'
import { CellCounts, findDensest } from './cell-counts.ts'
import { listParents } from './hierarchy.ts'
import { bases, computeImportance } from './importance.ts'
import { roundPosition } from './plane.ts'

interface PostcodeAddresses {
  code: string
  countryCode: string
  count: number
  box: { min_lat: number; min_lon: number; max_lat: number; max_lon: number }
  cells: CellCounts
}

/** Collects the postcodes of addresses and makes places from them. */
export class PostcodeList {
  readonly #byId = new Map<string, PostcodeAddresses>()

  add(code: string, countryCode: string, at: LatLon): void {
    const key = `postcode:${countryCode}:${code}`
    let addresses = this.#byId.get(key)
    if (!addresses) {
      const box = { min_lat: at.lat, min_lon: at.lon, max_lat: at.lat, max_lon: at.lon }
      addresses = { code, countryCode, count: 0, box, cells: new CellCounts() }
      this.#byId.set(key, addresses)
    }
    addresses.count++
    const { box, cells } = addresses
    box.min_lat = Math.min(box.min_lat, at.lat)
    box.min_lon = Math.min(box.min_lon, at.lon)
    box.max_lat = Math.max(box.max_lat, at.lat)
    box.max_lon = Math.max(box.max_lon, at.lon)
    cells.add(at)
  }

  /** Returns the places of the postcodes, sorted by id. */
  toPlaces({ hierarchy, postal, countries }: Areas): SourcePlace[] {
    const countriesByCode = new Map([...countries.used].map((area) => [area.countryCode, area]))
    return [...this.#byId]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { code, countryCode, box, cells }]) => {
        const shape = postal.shapes.get(code)
        const at = roundPosition(shape ? shape.findInnerPoint() : findDensest(cells.listCells()))
        const { neighbourhood: _, ...around } = hierarchy.findLineage(at, {})
        // The position may lie across the border; the postcode then keeps only its own country.
        const country = countriesByCode.get(countryCode)
        const lineage =
          around.country?.countryCode === countryCode ? around : { ...(country && { country }) }
        const parents = listParents(lineage).map((area) => area.id)
        return {
          id,
          type: 'postalcode',
          name: code,
          names: {},
          aliases: [],
          ...at,
          countryCode,
          box: shape?.box ?? box,
          categories: [],
          parents,
          importance: computeImportance(bases.postalcode, {}),
        } satisfies SourcePlace
      })
  }
}
