import { areaTypes, type Gazetteer, type Place } from '../gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../geo/index.ts'
import { fold } from '../text/index.ts'
import { readOptionsOf, type SearchContext } from './context.ts'
import { findPlaces, placesOfCategories } from './find-places.ts'
import type { NearPhrase } from './interpret/near-phrase.ts'
import { tokenize } from './interpret/tokenize.ts'
import type { SearchScope } from './query.ts'
import { confidenceOf } from './rank/confidence.ts'
import { withoutDuplicates } from './rank/dedupe.ts'
import { firstDocIds } from './retrieve/posting-iterator.ts'
import { unionOf } from './retrieve/posting-union.ts'
import { scopeTerms } from './retrieve/scope-terms.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { categoryKeys } from './retrieve/term-keys.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/** Radius around a place; around an area at least as far as the area extends. */
const nearMeters = 2_000
const maxNearMeters = 20_000
/** Over half the Earth's circumference: no limit, as the area may be anywhere from the focus. */
const globeMeters = 20_100_000
/** Venues read for one area, at most. */
const maxInArea = 500
/** Venues read first, for each result wanted: some are outside the area or duplicates. */
const venuesPerResult = 3
/** The text of the location does not name a place found with less confidence. */
const minLocationConfidence = 0.5
/** Places found for the text of the location. */
const maxLocations = 3

/**
 * Places for a phrase such as `pharmacy in Ordino`: of its category, or with its keyword in their names, in
 * or near its location, or near the focus for `near me`. Empty when the location is unknown or nothing is
 * there; the text may then be searched for as a name.
 */
export async function searchNearPhrase(
  gazetteer: Gazetteer,
  phrase: NearPhrase,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { location, relation } = phrase
  if (location === '') {
    if (!scope.focus) return []
    const around = { at: scope.focus, radiusMeters: nearMeters }
    return searchAround(gazetteer, phrase, around, scope, context)
  }
  const { types: _, ...scopeOfAnyType } = scope
  const locationScope = { ...scopeOfAnyType, size: maxLocations }
  const found = await findByText(gazetteer, tokenize(location), locationScope, context)
  const likeliest = likeliestLocation(found)
  if (!likeliest) return []
  const { place, at, confidence } = likeliest
  const results =
    relation === 'in' && isArea(place)
      ? await searchInArea(new TermCache(gazetteer, readOptionsOf(context)), phrase, place, scope)
      : await searchAround(
          gazetteer,
          phrase,
          { at, radiusMeters: nearRadiusOf(place) },
          scope,
          context,
        )
  return results.map((result) => ({ ...result, confidence: result.confidence * confidence }))
}

/** The best result; a town rather than the region of the same name, because people mean its centre. */
function likeliestLocation(results: readonly SearchResult[]): SearchResult | undefined {
  const [best, ...others] = results.filter(({ confidence }) => confidence >= minLocationConfidence)
  if (!best || !['region', 'county'].includes(best.place.type)) return best
  const isTown = ({ place }: SearchResult) =>
    place.type === 'locality' && fold(place.name) === fold(best.place.name)
  return others.find(isTown) ?? best
}

function isArea({ type }: Place): boolean {
  return (areaTypes as readonly string[]).includes(type)
}

async function searchAround(
  gazetteer: Gazetteer,
  { subject, categories }: NearPhrase,
  { at, radiusMeters }: { at: LatLon; radiusMeters: number },
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { countries, size } = scope
  const query = {
    query: subject,
    near: at,
    radiusMeters,
    // Some are duplicates or out of scope.
    size: 2 * size,
    ...(countries && { countries }),
  }
  const results =
    categories.length > 0
      ? await placesOfCategories(gazetteer, query, categories, readOptionsOf(context))
      : await findPlaces(gazetteer, query, context)
  return withoutDuplicates(results)
    .filter((result) => isInScope(result.place, result.at, scope))
    .slice(0, size)
}

/**
 * Venues in an area, nearest to the focus or else to the area's centre first; in a country without a focus,
 * the most important first.
 */
async function searchInArea(
  cache: TermCache,
  { categories }: NearPhrase,
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
        ...confidenceOf({ type: place.type }),
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
async function* mostImportant(
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

function nearRadiusOf(place: Place): number {
  if (!isArea(place) || !place.box) return nearMeters
  const { min_lat, min_lon, max_lat, max_lon } = place.box
  const diagonal = distanceMeters({ lat: min_lat, lon: min_lon }, { lat: max_lat, lon: max_lon })
  return Math.min(maxNearMeters, Math.max(nearMeters, diagonal / 2))
}
