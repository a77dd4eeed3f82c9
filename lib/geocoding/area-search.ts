import type { Place } from '../gazetteer/index.ts'
import { distanceMeters } from '../geo/index.ts'
import type { NearPhrase } from './interpret/near-phrase.ts'
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

/** Over half the Earth's circumference: no limit, as the area may be anywhere from the focus. */
const globeMeters = 20_100_000
/** Radius for an area without a box. */
const maxNearMeters = 20_000
/** Venues read for one area, at most. */
const maxInArea = 500
/** Venues read first, for each result wanted: some are outside the area or duplicates. */
const venuesPerResult = 3

/**
 * Venues in an area, nearest to the focus or else to the area's centre first; in a country without a focus,
 * the most important first.
 */
export async function searchInArea(
  cache: TermCache,
  { categories, edits }: NearPhrase,
  area: Place,
  scope: SearchScope,
): Promise<SearchResult[]> {
  // Distance from a country's centre is meaningless.
  const isByImportance = area.type === 'country' && !scope.focus
  const batches = isByImportance
    ? mostImportant(cache, categories, scope)
    : nearestTo(cache, categories, area, scope)
  let results: SearchResult[] = []
  for await (const places of batches) {
    const inside = places.filter((place) => isIn(place, area) && isInScope(place, place, scope))
    results = withoutDuplicates(
      inside.map((place) => ({
        place,
        at: { lat: place.lat, lon: place.lon },
        ...confidenceOf({ type: place.type, edits }),
      })),
    )
    if (results.length >= scope.size) break
  }
  return results.slice(0, scope.size)
}

/** The nearest venues to the focus or the area's centre: a small batch, then a large one. */
async function* nearestTo(
  { gazetteer, readOptions }: TermCache,
  categories: readonly string[],
  area: Place,
  { focus, size }: SearchScope,
): AsyncGenerator<Place[]> {
  const radiusMeters = focus ? globeMeters : coveringRadiusOf(area)
  for (const limit of [venuesPerResult * size, maxInArea]) {
    const types = ['venue'] as const
    const options = { ...readOptions, radiusMeters, limit, types, categories }
    const nearby = await gazetteer.near(focus ?? area, options)
    yield nearby.map(({ place }) => place)
    if (nearby.length < limit) return
  }
}

/** The most important venues of the categories: a small batch, then a large one. */
export async function* mostImportant(
  cache: TermCache,
  categories: readonly string[],
  scope: SearchScope,
): AsyncGenerator<Place[]> {
  const { gazetteer, readOptions } = cache
  const keys = categoryKeys(categories)
  const scopeSets = scopeTerms(scope)
  await cache.lookUpAndRead([...keys, ...scopeSets.flat()])
  for (const maxPlaces of [venuesPerResult * scope.size, maxInArea]) {
    const iterators = cache.iterateEach(keys, true)
    const iterator =
      iterators.length > 0 ? cache.intersect([unionOf(iterators)], scopeSets) : undefined
    if (!iterator) return
    const { docIds, complete } = firstDocIds(iterator, maxPlaces, readOptions)
    yield await gazetteer.places(docIds, readOptions)
    if (complete) return
  }
}

/** Radius around an area's centre that covers its box. */
function coveringRadiusOf(area: Place): number {
  if (!area.box) return maxNearMeters
  const { min_lat, min_lon, max_lat, max_lon } = area.box
  const corners = [min_lat, max_lat].flatMap((lat) =>
    [min_lon, max_lon].map((lon) => ({ lat, lon })),
  )
  return Math.max(...corners.map((corner) => distanceMeters(area, corner)))
}

function isIn(place: Place, area: Place): boolean {
  if (area.type === 'country') return place.countryCode === area.countryCode
  return place.parents.some(({ docId }) => docId === area.docId)
}
