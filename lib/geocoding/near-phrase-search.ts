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
/** From a focus, an area may be anywhere on the globe. */
const globeMeters = 20_100_000
/** Venues of a category looked at for one area. */
const maxInArea = 500
/** A place found with less confidence is not the one that the text names. */
const minConfidence = 0.5

/**
 * Places of a category, or with a keyword in their name, in or near a place or near the focus. Empty when
 * there is no such place or nothing there, so that the text may be searched for as a name.
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
  const { types: _, ...anyType } = scope
  const places = await findByText(gazetteer, tokenize(location), { ...anyType, size: 3 }, context)
  const named = likeliestPlace(places)
  if (!named) return []
  const { place, at, confidence } = named
  const results =
    relation === 'in' && isArea(place)
      ? await searchInArea(new TermCache(gazetteer, readOptionsOf(context)), phrase, place, scope)
      : await searchAround(gazetteer, phrase, { at, radiusMeters: radiusOf(place) }, scope, context)
  return results.map((result) => ({ ...result, confidence: result.confidence * confidence }))
}

/** Of a region and a town of the same name, the town: people mean its centre. */
function likeliestPlace(results: readonly SearchResult[]): SearchResult | undefined {
  const [best, ...others] = results.filter(({ confidence }) => confidence >= minConfidence)
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

/** Venues in an area: those nearest to the focus first, or to the area's centre. */
async function searchInArea(
  cache: TermCache,
  { categories }: NearPhrase,
  area: Place,
  scope: SearchScope,
): Promise<SearchResult[]> {
  // Distance from the centre means nothing in a whole country.
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

/** Larger and larger batches of the venues around the focus or the centre of an area, nearest first. */
async function* nearestTo(
  { gazetteer, readOptions }: TermCache,
  categories: readonly string[],
  area: Place,
  { focus, size }: SearchScope,
): AsyncGenerator<Place[]> {
  const radiusMeters = focus ? globeMeters : extentOf(area)
  for (const limit of [3 * size, maxInArea]) {
    const types = ['venue'] as const
    const options = { ...readOptions, radiusMeters, limit, types, categories }
    const nearby = await gazetteer.near(focus ?? area, options)
    yield nearby.map(({ place }) => place)
    if (nearby.length < limit) return
  }
}

/** Larger and larger batches of the venues of a category, the most important first. */
async function* mostImportant(
  cache: TermCache,
  categories: readonly string[],
  scope: SearchScope,
): AsyncGenerator<Place[]> {
  const { gazetteer, readOptions } = cache
  const keys = categoryKeys(categories)
  const scopeSets = scopeTerms(scope)
  await cache.lookUpAndRead([...keys, ...scopeSets.flat()])
  for (const maxPlaces of [3 * scope.size, maxInArea]) {
    const each = cache.iterateEach(keys, true)
    const iterator = each.length > 0 ? cache.intersect([unionOf(each)], scopeSets) : undefined
    if (!iterator) return
    const { docIds, complete } = firstDocIds(iterator, maxPlaces, readOptions)
    yield await gazetteer.places(docIds, readOptions)
    if (complete) return
  }
}

/** From the centre of an area to its farthest corner. */
function extentOf(area: Place): number {
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

function radiusOf(place: Place): number {
  if (!isArea(place) || !place.box) return nearMeters
  const { min_lat, min_lon, max_lat, max_lon } = place.box
  const diagonal = distanceMeters({ lat: min_lat, lon: min_lon }, { lat: max_lat, lon: max_lon })
  return Math.min(maxNearMeters, Math.max(nearMeters, diagonal / 2))
}
