import type { Bounds, LatLon } from '#ground/geo'
import {
  type CellZoom,
  countCells,
  formatCellTerm,
  listCellTerms,
  toCellColumn,
  toCellRow,
} from '#places/gazetteer'
import type { SearchScope } from '../query.ts'
import { countryKey, typeKeys } from './term-keys.ts'

/** For more cells it is cheaper to check each place than to read their posting lists. */
const maxCells = 36

/** The shortest degree of latitude, at the equator (WGS 84). */
const minMetersPerDegree = 110_574

/** Nearer to a pole than this, a box has all longitudes. */
const maxBoxLat = 89.9

/** Sets of terms; a place in the scope has one term of each set. No sets when the scope has no filter. */
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

/** Terms of the cells that cover a box, in the grid of {@link zoomFor}; undefined for too large a box. */
export function cellsOf(box: Bounds): string[] | undefined {
  const zoom = zoomFor(box)
  return zoom && listCellTerms(box, zoom)
}

/** The finest grid that covers the box with at most 36 cells. */
export function zoomFor(box: Bounds): CellZoom | undefined {
  return ([14, 11, 8] as const).find((zoom) => countCells(box, zoom) <= maxCells)
}

/** A box around a circle; with all longitudes if it would cross the antimeridian or reach a pole. */
export function boxAround({ lat, lon }: LatLon, radiusMeters: number): Bounds {
  const latDegrees = radiusMeters / minMetersPerDegree
  const longitudeScale = Math.cos((Math.min(maxBoxLat, Math.abs(lat) + latDegrees) * Math.PI) / 180)
  const lonDegrees = latDegrees / longitudeScale
  const hasAllLongitudes =
    Math.abs(lat) + latDegrees >= maxBoxLat || lon - lonDegrees < -180 || lon + lonDegrees > 180
  return {
    min_lat: Math.max(-90, lat - latDegrees),
    max_lat: Math.min(90, lat + latDegrees),
    min_lon: hasAllLongitudes ? -180 : lon - lonDegrees,
    max_lon: hasAllLongitudes ? 180 : lon + lonDegrees,
  }
}

/** Cells around the focus in which unimportant namesakes are looked for: 5 km, then 40 km across. */
export const focusZooms = [14, 11] as const

/** The cell of a position and its neighbours, across the antimeridian too. */
export function cellsAround({ lat, lon }: LatLon, zoom: CellZoom): string[] {
  const size = 2 ** zoom
  const [column, row] = [toCellColumn(lon, zoom), toCellRow(lat, zoom)]
  const terms: string[] = []
  for (const y of [row - 1, row, row + 1]) {
    if (y < 0 || y >= size) continue
    for (const x of [column - 1, column, column + 1]) {
      terms.push(formatCellTerm(zoom, (x + size) % size, y))
    }
  }
  return terms
}
