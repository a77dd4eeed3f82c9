import type { Gazetteer } from '../../gazetteer/index.ts'
import type { LatLon } from '../../geo/index.ts'
import type { SearchContext } from '../context.ts'
import type { SearchScope } from '../query.ts'
import { confidenceOf } from '../rank/confidence.ts'
import { isInScope } from '../scope.ts'
import type { SearchResult } from '../search-result.ts'
import { nearestPlaces } from './nearest-places.ts'
import { usualTypes } from './reverse.ts'

const radiusMeters = 1_000

/**
 * Places at coordinates that were typed as a text: the nearest addresses, streets and venues, or the areas
 * around the point if there is nothing within 1 km. The first result takes the typed coordinates. All are
 * fallback matches, because the text names a point and no place.
 */
export async function findAtPoint(
  gazetteer: Gazetteer,
  point: LatLon,
  scope: SearchScope,
  { signal }: SearchContext,
): Promise<SearchResult[]> {
  const options = signal ? { signal } : {}
  const types = scope.types?.length ? scope.types : usualTypes
  const nearby = await nearestPlaces(gazetteer, point, {
    ...options,
    ...{ size: scope.size, radiusMeters, types },
  })
  const near: SearchResult[] = nearby.map(({ place, house, at, distanceMeters }, i) => ({
    place,
    ...(house && { house }),
    at: i === 0 ? point : at,
    distanceMeters,
    ...confidenceOf({ type: house ? 'address' : place.type, number: 'missing' }),
  }))
  const areas = near.length > 0 ? [] : await gazetteer.containing(point, options)
  const around: SearchResult[] = areas.map((place) => ({
    place,
    at: point,
    ...confidenceOf({ type: place.type, number: 'missing' }),
  }))
  return [...near, ...around]
    .filter(({ place, house, at }) => isInScope(place, at, scope, house !== undefined))
    .slice(0, scope.size)
}
