import type { LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import type { SearchContext } from '../context.ts'
import type { SearchScope } from '../query.ts'
import { confidenceOf } from '../rank/confidence.ts'
import { withoutDuplicates } from '../rank/dedupe.ts'
import { isInScope, isPositionInScope } from '../scope.ts'
import type { SearchResult } from '../search-result.ts'
import { nearestPlaces } from './nearest-places.ts'
import { usualTypes } from './reverse.ts'

const radiusMeters = 1_000
/** Places looked at for each wanted, where only some are in scope. */
const inScopeFactor = 20

/**
 * Places at coordinates that were typed as a text: the nearest addresses, streets and venues, or the areas
 * around the point if there is nothing within 1 km. The first result takes the typed coordinates, unless they are
 * out of scope. All are fallback matches, because the text names a point and no place.
 */
export async function findAtPoint(
  gazetteer: Gazetteer,
  point: LatLon,
  scope: SearchScope,
  { signal }: SearchContext,
): Promise<SearchResult[]> {
  const options = signal ? { signal } : {}
  const { size, countries, rectangle, circle } = scope
  const types = scope.types?.length ? scope.types : usualTypes
  const isFiltered = countries || rectangle || circle
  const nearby = await nearestPlaces(gazetteer, point, {
    ...options,
    size: isFiltered ? inScopeFactor * size : size,
    radiusMeters,
    types,
  })
  const near: SearchResult[] = nearby.map(({ place, house, at, distanceMeters }) => ({
    place,
    ...(house && { house }),
    at,
    distanceMeters,
    ...confidenceOf({ type: house ? 'address' : place.type, number: 'missing' }),
  }))
  const areas = near.length > 0 ? [] : await gazetteer.containing(point, options)
  const around: SearchResult[] = areas.map((place) => ({
    place,
    at: point,
    ...confidenceOf({ type: place.type, number: 'missing' }),
  }))
  const isAtPoint = (result: SearchResult) => result === near[0] && isPositionInScope(point, scope)
  const inScope = [...near, ...around].filter((result) => {
    const { place, house, at } = result
    return isInScope(place, isAtPoint(result) ? point : at, scope, house !== undefined)
  })
  return withoutDuplicates(inScope)
    .slice(0, size)
    .map((result) => (isAtPoint(result) ? { ...result, at: point } : result))
}
