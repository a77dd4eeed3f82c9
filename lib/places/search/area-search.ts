import type { LatLon } from '#ground/geo'
import type { Place } from '#places/gazetteer'
import {
  categoryMatchOf,
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
import { withoutDuplicates } from './rank/dedupe.ts'
import { wholesFirst } from './rank/wholes-first.ts'
import { firstDocIds } from './retrieve/posting-iterator.ts'
import { unionOf } from './retrieve/posting-union.ts'
import { scopeTerms } from './retrieve/scope-terms.ts'
import type { TermCache } from './retrieve/term-cache.ts'
import { categoryKeys } from './retrieve/term-keys.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'

/** An area without a box reaches at most so far from its centre. */
const maxBoxlessMeters = 20_000
/** The most important venues are looked for until there are so many, whatever the size: it is the maximum of results. */
const enoughImportant = 40
/** Venues read first for these: some are outside the area or duplicates. */
const firstVenues = 90

/**
 * Venues in an area, nearest to the focus or else to the area's centre first; in a country without a focus,
 * the most important first.
 */
export async function searchInArea(
  cache: TermCache,
  named: NamedCategories,
  area: Place,
  scope: SearchScope,
): Promise<SearchResult[]> {
  if (!mayBeVenues(scope)) return []
  const accepts = (place: Place, at: LatLon) => isIn(place, area) && isInScope(place, at, scope)
  // Distance from a country's centre is meaningless.
  if (area.type !== 'country' || scope.focus) {
    const { focus, size } = scope
    const { lat, lon, box } = area
    const disc = box ? discOf(box, area) : { lat, lon, radiusMeters: maxBoxlessMeters }
    const within = smallerDisc(disc, discOfScope(scope))
    const around = { near: focus ?? area, radii: [globeMeters], size, accepts, within }
    const { gazetteer, readOptions } = cache
    const venues = await nearestVenues(gazetteer, named, around, readOptions)
    return venues.map(({ distanceMeters: _, ...venue }) => venue)
  }
  return (await mostImportantVenues(cache, named, scope, accepts)).slice(0, scope.size)
}

/**
 * The most important venues of the categories that are accepted, without duplicates, a whole before its parts. A few
 * tens, the same for every size; fewer only where the category has no more of them among the {@link maxVenues} first.
 */
export async function mostImportantVenues(
  cache: TermCache,
  named: NamedCategories,
  scope: SearchScope,
  accepts: (place: Place, at: LatLon) => boolean,
): Promise<SearchResult[]> {
  const { gazetteer, readOptions } = cache
  const keys = categoryKeys(named.categories)
  const scopeSets = scopeTerms(scope)
  await cache.lookUpAndRead([...keys, ...scopeSets.flat()])
  let results: SearchResult[] = []
  for (const maxPlaces of [firstVenues, maxVenues]) {
    const iterators = cache.iterateEach(keys, true)
    const iterator =
      iterators.length > 0 ? cache.intersect([unionOf(iterators)], scopeSets) : undefined
    if (!iterator) return []
    const { docIds, complete } = firstDocIds(iterator, maxPlaces, readOptions)
    const places = await gazetteer.places(docIds, readOptions)
    const venues = places.map((place) => ({ place, at: { lat: place.lat, lon: place.lon } }))
    results = withoutDuplicates(
      venues
        .filter(({ place, at }) => accepts(place, at))
        .map((venue) => ({ ...venue, ...categoryMatchOf(named) })),
    )
    if (complete || results.length >= Math.max(enoughImportant, scope.size)) break
  }
  return wholesFirst(results)
}

function isIn(place: Place, area: Place): boolean {
  if (area.type === 'country') return place.countryCode === area.countryCode
  return place.parents.some(({ docId }) => docId === area.docId)
}
