import type { Gazetteer } from '../../gazetteer/index.ts'
import type { LatLon } from '../../geo/index.ts'
import type { FindContext, SearchResult, SearchScope } from '../query.ts'
import { confidenceOf } from '../rank/confidence.ts'
import { isInScope } from '../scope.ts'

/** A place nearer than this is what lies at a point. */
const atPointMeters = 1_000

/**
 * What lies at coordinates that were typed as text: the nearest addresses, streets and venues, the first
 * of them answered with the coordinates themselves, or where nothing is near the areas that hold the
 * point. All are fallbacks, for the point itself was asked for.
 */
export async function findAtPoint(
  gazetteer: Gazetteer,
  point: LatLon,
  scope: SearchScope,
  { signal }: FindContext,
): Promise<SearchResult[]> {
  const reads = signal ? { signal } : {}
  const types = scope.types?.length ? scope.types : (['address', 'street', 'venue'] as const)
  const nearby = await gazetteer.near(point, {
    ...reads,
    radiusMeters: atPointMeters,
    limit: 2 * scope.size,
    types,
  })
  const near: SearchResult[] = nearby.map(({ place, house, at, distanceMeters }, i) => ({
    place,
    ...(house ? { house } : {}),
    at: i === 0 ? point : at,
    distanceMeters,
    ...confidenceOf({
      type: house ? 'address' : place.type,
      number: 'missing',
      edits: 0,
      dropped: 0,
    }),
  }))
  const areas = near.length > 0 ? [] : await gazetteer.containing(point, reads)
  const around: SearchResult[] = areas.map((place) => ({
    place,
    at: point,
    ...confidenceOf({ type: place.type, number: 'missing', edits: 0, dropped: 0 }),
  }))
  return [...near, ...around]
    .filter(({ place, house, at }) => isInScope(place, at, scope, house !== undefined))
    .slice(0, scope.size)
}
