import type { Place } from '../gazetteer/index.ts'
import type { LatLon } from '../geo/index.ts'
import {
  discOf,
  discOfScope,
  globeMeters,
  maxVenues,
  mayBeVenues,
  type NamedCategories,
  nearestVenues,
  smallerDisc,
} from './nearest-venues.ts'
import type { SearchScope } from './query.ts'
import { confidenceOf } from './rank/confidence.ts'
import { withoutDuplicates } from './rank/dedupe.ts'
import { firstDocIds } from './retrieve/posting-iterator.ts'
import { unionOf } from './retrieve/posting-union.ts'
import { scopeTerms } from './retrieve/scope-terms.ts'
import type { TermCache } from './retrieve/term-cache.ts'
import { categoryKeys } from './retrieve/term-keys.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'

/** Radius for an area without a box. */
const maxNearMeters = 20_000
/** Venues read first, for each result wanted: some are outside the area or duplicates. */
const venuesPerResult = 3

/**
 * Venues in an area, nearest to the focus or else to the area's centre first; in a country without a focus,
 * the most important first.
 */
export async function searchInArea(
  cache: TermCache,
  { categories, edits }: NamedCategories,
  area: Place,
  scope: SearchScope,
): Promise<SearchResult[]> {
  if (!mayBeVenues(scope)) return []
  const accepts = (place: Place, at: LatLon) => isIn(place, area) && isInScope(place, at, scope)
  // Distance from a country's centre is meaningless.
  if (area.type !== 'country' || scope.focus) {
    const { focus, size } = scope
    const { lat, lon, box } = area
    const disc = box ? discOf(box, area) : { lat, lon, radiusMeters: maxNearMeters }
    const within = smallerDisc(disc, discOfScope(scope))
    const around = { near: focus ?? area, radii: [globeMeters], size, accepts, within }
    const { gazetteer, readOptions } = cache
    const venues = await nearestVenues(gazetteer, { categories, edits }, around, readOptions)
    return venues.map(({ distanceMeters: _, ...venue }) => venue)
  }
  let results: SearchResult[] = []
  for await (const venues of mostImportant(cache, { categories, edits }, scope)) {
    results = withoutDuplicates(venues.filter(({ place, at }) => accepts(place, at)))
    if (results.length >= scope.size) break
  }
  return results.slice(0, scope.size)
}

/** The most important venues of the categories: a small batch, then a large one. */
export async function* mostImportant(
  cache: TermCache,
  { categories, edits }: NamedCategories,
  scope: SearchScope,
): AsyncGenerator<SearchResult[]> {
  const { gazetteer, readOptions } = cache
  const keys = categoryKeys(categories)
  const scopeSets = scopeTerms(scope)
  await cache.lookUpAndRead([...keys, ...scopeSets.flat()])
  for (const maxPlaces of [venuesPerResult * scope.size, maxVenues]) {
    const iterators = cache.iterateEach(keys, true)
    const iterator =
      iterators.length > 0 ? cache.intersect([unionOf(iterators)], scopeSets) : undefined
    if (!iterator) return
    const { docIds, complete } = firstDocIds(iterator, maxPlaces, readOptions)
    const places = await gazetteer.places(docIds, readOptions)
    yield places.map((place) => ({
      place,
      at: { lat: place.lat, lon: place.lon },
      ...confidenceOf({ type: place.type, edits }),
    }))
    if (complete) return
  }
}

function isIn(place: Place, area: Place): boolean {
  if (area.type === 'country') return place.countryCode === area.countryCode
  return place.parents.some(({ docId }) => docId === area.docId)
}
