import type { AreaPolygon } from './area-polygon.ts'
import { type AreaOutline, type AreaSource, isPostalArea } from './area-sources.ts'
import type { CountryList } from './country-list.ts'
import { PolygonGrid } from './polygon-grid.ts'
import { cleanPostcode } from './postcode.ts'

/** Postcodes with a mapped area. */
export interface PostalAreas {
  grid: PolygonGrid<string>
  /** Areas of the grid, in the order of their addition. */
  mapped: readonly { shape: AreaPolygon; code: string }[]
  shapes: ReadonlyMap<string, AreaPolygon>
}

export function collectPostalAreas(
  outlines: ReadonlyMap<AreaSource, AreaOutline>,
  countries: CountryList,
): PostalAreas {
  const grid = new PolygonGrid<string>()
  const mapped: { shape: AreaPolygon; code: string }[] = []
  const shapes = new Map<string, AreaPolygon>()
  for (const [{ tags }, { shape, isCut, at }] of outlines) {
    if (!isPostalArea(tags) || !shape || isCut || !at) continue
    const code = cleanPostcode(tags.postal_code, countries.findCodes(at, tags).alpha3)
    if (!code) continue
    grid.add(shape, code)
    mapped.push({ shape, code })
    shapes.set(code, shape)
  }
  return { grid, mapped, shapes }
}
