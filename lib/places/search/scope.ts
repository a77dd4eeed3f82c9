import { type Bounds, distanceMeters, type LatLon } from '#ground/geo'
import type { Place } from '#places/gazetteer'
import type { SearchScope } from './query.ts'

/** Whether a place, or a house on it, is in the scope when its result is at this position. */
export function isInScope(place: Place, at: LatLon, scope: SearchScope, isHouse = false): boolean {
  const { countries, types } = scope
  if (countries?.length && !countries.includes(place.countryCode)) return false
  if (types?.length && !types.includes(isHouse ? 'address' : place.type)) return false
  return isPositionInScope(at, scope)
}

/** Whether a position is in the rectangle and circle of a scope. */
export function isPositionInScope(at: LatLon, { rectangle, circle }: SearchScope): boolean {
  if (rectangle && !isWithin(at, rectangle)) return false
  return !circle || distanceMeters(circle, at) <= circle.radiusMeters
}

/** Whether a position is in a box, its edges included. */
export function isWithin({ lat, lon }: LatLon, box: Bounds): boolean {
  return lat >= box.min_lat && lat <= box.max_lat && lon >= box.min_lon && lon <= box.max_lon
}

/**
 * The position of a place's result: the place's own, or, of a street that leaves the scope, the first
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
