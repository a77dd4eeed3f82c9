import type { Place } from '../gazetteer/index.ts'
import {
  type CellZoom,
  cellCount,
  cellTerm,
  cellTermsOf,
  columnOf,
  namespaces,
  rowOf,
} from '../gazetteer/index.ts'
import { type Bounds, distanceMeters, type LatLon } from '../geo/index.ts'
import type { SearchScope } from './query.ts'

/** More cells than this are not worth reading: the record is asked instead. */
const mostCells = 36

/** A degree of latitude is never shorter than this. */
const metersPerDegree = 110_574

/** Sets of terms; a place in the scope has one of each set. Empty when the scope leaves all in. */
export function scopeTerms({ countries, types, rectangle, circle }: SearchScope): string[][] {
  const sets: string[][] = []
  if (countries?.length) sets.push(countries.map((code) => `${namespaces.country}:${code}`))
  // Houses are found through what they stand on, or in.
  if (types?.length && !types.includes('address')) {
    sets.push(types.map((type) => `${namespaces.type}:${type}`))
  }
  for (const box of [rectangle, circle && boxAround(circle, circle.radiusMeters)]) {
    const zoom = box && zoomFor(box)
    if (zoom) sets.push(cellTermsOf(box, zoom))
  }
  return sets
}

/** The finest grid that covers the box with few cells. */
export function zoomFor(box: Bounds): CellZoom | undefined {
  return ([14, 11, 8] as const).find((zoom) => cellCount(box, zoom) <= mostCells)
}

/** Boxes that would cross the antimeridian or a pole reach over all longitudes. */
export function boxAround({ lat, lon }: LatLon, radiusMeters: number): Bounds {
  const high = radiusMeters / metersPerDegree
  const shortest = Math.cos((Math.min(89.9, Math.abs(lat) + high) * Math.PI) / 180)
  const wide = high / shortest
  const isWhole = Math.abs(lat) + high >= 89.9 || lon - wide < -180 || lon + wide > 180
  return {
    min_lat: Math.max(-90, lat - high),
    max_lat: Math.min(90, lat + high),
    min_lon: isWhole ? -180 : lon - wide,
    max_lon: isWhole ? 180 : lon + wide,
  }
}

/** Whether a place and the position it would be answered with are within the scope. */
export function isInScope(place: Place, at: LatLon, scope: SearchScope, isHouse = false): boolean {
  const { countries, types, rectangle, circle } = scope
  if (countries?.length && !countries.includes(place.countryCode)) return false
  if (types?.length && !types.includes(isHouse ? 'address' : place.type)) return false
  if (rectangle && !isWithin(at, rectangle)) return false
  return !circle || distanceMeters(circle, at) <= circle.radiusMeters
}

/** Whether a position is in a box, its edges included. */
export function isWithin({ lat, lon }: LatLon, box: Bounds): boolean {
  return lat >= box.min_lat && lat <= box.max_lat && lon >= box.min_lon && lon <= box.max_lon
}

/**
 * The position of a place to answer with: its own, or of a street that leaves the scope the first
 * point of its course within it.
 */
export function positionIn(place: Place, scope: SearchScope): LatLon {
  const own = { lat: place.lat, lon: place.lon }
  if (!(scope.rectangle || scope.circle) || isInScope(place, own, scope)) return own
  for (const line of place.lines ?? []) {
    for (const point of line) if (isInScope(place, point, scope)) return point
  }
  return own
}

/** The cell of a position with those around it, which meet at the antimeridian. */
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
