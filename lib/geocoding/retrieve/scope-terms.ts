import {
  type CellZoom,
  cellCount,
  cellTerm,
  cellTermsOf,
  columnOf,
  rowOf,
} from '../../gazetteer/index.ts'
import type { Bounds, LatLon } from '../../geo/index.ts'
import type { SearchScope } from '../query.ts'
import { countryKey, typeKeys } from './term-keys.ts'

/** Posting lists of more cells are not worth reading: the places are checked instead. */
const maxCells = 36

/** A degree of latitude is never shorter. */
const metersPerDegree = 110_574

/** Sets of terms; a place in the scope has one of each set. Empty when the scope includes all places. */
export function scopeTerms({ countries, types, rectangle, circle }: SearchScope): string[][] {
  const sets: string[][] = []
  if (countries?.length) sets.push(countries.map(countryKey))
  // The index has no houses, only the streets and places that they are on.
  if (types?.length && !types.includes('address')) {
    sets.push(typeKeys(types))
  }
  for (const box of [rectangle, circle && boxAround(circle, circle.radiusMeters)]) {
    const cells = box && cellsOf(box)
    if (cells) sets.push(cells)
  }
  return sets
}

/** Terms of the finest grid that covers the box with few cells; undefined when none does. */
export function cellsOf(box: Bounds): string[] | undefined {
  const zoom = zoomFor(box)
  return zoom && cellTermsOf(box, zoom)
}

/** The finest grid that covers the box with few cells. */
export function zoomFor(box: Bounds): CellZoom | undefined {
  return ([14, 11, 8] as const).find((zoom) => cellCount(box, zoom) <= maxCells)
}

/** A box around a circle. One that would cross the antimeridian or a pole covers all longitudes. */
export function boxAround({ lat, lon }: LatLon, radiusMeters: number): Bounds {
  const high = radiusMeters / metersPerDegree
  const shrinking = Math.cos((Math.min(89.9, Math.abs(lat) + high) * Math.PI) / 180)
  const wide = high / shrinking
  const isAround = Math.abs(lat) + high >= 89.9 || lon - wide < -180 || lon + wide > 180
  return {
    min_lat: Math.max(-90, lat - high),
    max_lat: Math.min(90, lat + high),
    min_lon: isAround ? -180 : lon - wide,
    max_lon: isAround ? 180 : lon + wide,
  }
}

/** The cell of a position and its neighbours, across the antimeridian too. */
export function cellsAround({ lat, lon }: LatLon, zoom: CellZoom): string[] {
  const size = 2 ** zoom
  const [column, row] = [columnOf(lon, zoom), rowOf(lat, zoom)]
  const terms: string[] = []
  for (const y of [row - 1, row, row + 1]) {
    if (y < 0 || y >= size) continue
    for (const x of [column - 1, column, column + 1]) {
      terms.push(cellTerm(zoom, (x + size) % size, y))
    }
  }
  return terms
}
