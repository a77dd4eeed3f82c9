import {
  areaTypes,
  type Gazetteer,
  namespaces,
  type Place,
  type ReadOptions as Reads,
} from '../gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../geo/index.ts'
import { fold } from '../text/index.ts'
import { readsOf } from './context.ts'
import { findPlaces, placesOfKind } from './find-places.ts'
import type { NearPhrase } from './interpret/near-phrase.ts'
import type { FindContext, SearchResult, SearchScope } from './query.ts'
import { confidenceOf } from './rank/confidence.ts'
import { withoutDuplicates } from './rank/dedupe.ts'
import { docIdsOf } from './retrieve/posting-iterator.ts'
import { anyOf } from './retrieve/posting-union.ts'
import { filtered } from './retrieve/retrieve.ts'
import { Lexicon } from './retrieve/term-cache.ts'
import { isInScope, scopeTerms } from './scope.ts'
import { find } from './text-search.ts'

/** What counts as near a place; near an area from its middle at least as far as it reaches. */
const nearMeters = 2_000
const mostNearMeters = 20_000
/** From a focus an area may be anywhere. */
const mostMetersAway = 20_100_000
/** Venues of a category looked at for one area. */
const mostInArea = 500
/** A place that is less sure than this is not what the text speaks of. */
const leastConfidence = 0.5

/**
 * Answers a category or keyword in or near a place, or near the focus; nothing when there is no such place
 * or nothing of the kind there, so that the text may be taken for a name.
 */
export async function findWithin(
  gazetteer: Gazetteer,
  phrase: NearPhrase,
  scope: SearchScope,
  context: FindContext,
): Promise<SearchResult[]> {
  const reads = readsOf(context)
  if (phrase.where === '') {
    return scope.focus ? near(gazetteer, phrase, scope.focus, nearMeters, { scope, context }) : []
  }
  const { types: _, ...anywhere } = scope
  const places = await find(
    gazetteer,
    phrase.where,
    { ...anywhere, size: 3 },
    { context, open: false },
  )
  const first = placeMeant(places)
  if (!first) return []
  if (phrase.relation === 'in' && isArea(first.place)) {
    const inside = await inArea(gazetteer, phrase, first.place, scope, reads)
    return inside.map((found) => lessSure(found, first.confidence))
  }
  const radius = radiusOf(first.place)
  const found = await near(gazetteer, phrase, first.at, radius, { scope, context })
  return found.map((one) => lessSure(one, first.confidence))
}

/** Of a town and the region that has its name the town: it has the middle that people mean. */
function placeMeant(found: readonly SearchResult[]): SearchResult | undefined {
  const [best, ...others] = found.filter(({ confidence }) => confidence >= leastConfidence)
  if (!best || !['region', 'county'].includes(best.place.type)) return best
  const isTown = ({ place }: SearchResult) =>
    place.type === 'locality' && fold(place.name) === fold(best.place.name)
  return others.find(isTown) ?? best
}

function lessSure(found: SearchResult, confidence: number): SearchResult {
  return { ...found, confidence: found.confidence * confidence }
}

function isArea({ type }: Place): boolean {
  return (areaTypes as readonly string[]).includes(type)
}

async function near(
  gazetteer: Gazetteer,
  { what, categories }: NearPhrase,
  at: LatLon,
  radiusMeters: number,
  { scope, context }: { scope: SearchScope; context: FindContext },
): Promise<SearchResult[]> {
  const reads = readsOf(context)
  const { countries, size } = scope
  const query = { near: at, radiusMeters, size: 2 * size, ...(countries ? { countries } : {}) }
  const found =
    categories.length > 0
      ? await placesOfKind(gazetteer, query, categories, reads)
      : await findPlaces(gazetteer, { ...query, query: what }, context)
  return withoutDuplicates(found)
    .filter((one) => isInScope(one.place, one.at, scope))
    .slice(0, size)
}

/** Venues that lie in the area by the record: those near the focus first, or near its middle. */
async function inArea(
  gazetteer: Gazetteer,
  { categories }: NearPhrase,
  area: Place,
  scope: SearchScope,
  reads: Reads,
): Promise<SearchResult[]> {
  // What is known in all of a country is nearer to nobody.
  const isByFame = area.type === 'country' && !scope.focus
  const venues = isByFame
    ? mostFamous(gazetteer, categories, scope, reads)
    : nearestIn(gazetteer, categories, area, scope, reads)
  let found: SearchResult[] = []
  for await (const places of venues) {
    const inside = places.filter((place) => isWithin(place, area) && isInScope(place, place, scope))
    found = withoutDuplicates(
      inside.map((place) => ({
        place,
        at: { lat: place.lat, lon: place.lon },
        ...confidenceOf({ type: place.type, number: undefined, edits: 0, dropped: 0 }),
      })),
    )
    if (found.length >= scope.size) break
  }
  return found.slice(0, scope.size)
}

/** More and more of the places of a kind around the middle of an area, nearest first. */
async function* nearestIn(
  gazetteer: Gazetteer,
  categories: readonly string[],
  area: Place,
  { focus, size }: SearchScope,
  reads: Reads,
): AsyncGenerator<Place[]> {
  const radiusMeters = focus ? mostMetersAway : reachOf(area)
  for (const limit of [3 * size, mostInArea]) {
    const types = ['venue'] as const
    const options = { ...reads, radiusMeters, limit, types, categories }
    const near = await gazetteer.near(focus ?? area, options)
    yield near.map(({ place }) => place)
    if (near.length < limit) return
  }
}

/** More and more of the places of a kind, the most important first. */
async function* mostFamous(
  gazetteer: Gazetteer,
  categories: readonly string[],
  scope: SearchScope,
  reads: Reads,
): AsyncGenerator<Place[]> {
  const lexicon = new Lexicon(gazetteer, reads)
  const kinds = categories.map((category) => `${namespaces.category}:${category}`)
  const sets = scopeTerms(scope)
  await lexicon.look([...kinds, ...sets.flat()])
  await lexicon.read([...kinds, ...sets.flat()])
  for (const most of [3 * scope.size, mostInArea]) {
    const walks = kinds.map((key) => lexicon.walk(key, true)).filter((walk) => walk !== undefined)
    const stream = walks.length > 0 ? filtered(lexicon, [anyOf(walks)], sets) : undefined
    if (!stream) return
    const { docIds, complete } = docIdsOf(stream, most, reads)
    yield await gazetteer.places(docIds, reads)
    if (complete) return
  }
}

/** From the middle of an area to its farthest corner. */
function reachOf(area: Place): number {
  if (!area.box) return mostNearMeters
  const { min_lat, min_lon, max_lat, max_lon } = area.box
  const corners = [min_lat, max_lat].flatMap((lat) =>
    [min_lon, max_lon].map((lon) => ({ lat, lon })),
  )
  return Math.max(...corners.map((corner) => distanceMeters(area, corner)))
}

function isWithin(place: Place, area: Place): boolean {
  if (area.type === 'country') return place.countryCode === area.countryCode
  return place.parents.some(({ docId }) => docId === area.docId)
}

function radiusOf(place: Place): number {
  if (!isArea(place) || !place.box) return nearMeters
  const { min_lat, min_lon, max_lat, max_lon } = place.box
  const corner = { lat: min_lat, lon: min_lon }
  const across = distanceMeters(corner, { lat: max_lat, lon: max_lon })
  return Math.min(mostNearMeters, Math.max(nearMeters, across / 2))
}
