import { type Bounds, distanceMeters, type LatLon } from '../../geo/index.ts'
import type { FindContext, Found, SearchScope } from '../finding.ts'
import { type Gazetteer, namespaces, type Reading as Reads } from '../gazetteer.ts'
import { areaTypes, type Place } from '../place.ts'
import { fold } from '../text/index.ts'
import { confidenceOf } from './confidence.ts'
import { withoutDuplicates } from './dedupe.ts'
import { find } from './find.ts'
import { Lexicon } from './lexicon.ts'
import type { NearPhrase } from './near-phrase.ts'
import { findPlaces, placesOfKind } from './places.ts'
import { filtered } from './retrieve.ts'
import { isInScope, scopeTerms } from './scope.ts'
import { ranksOf } from './streams.ts'
import { anyOf } from './union.ts'

/** What counts as near a place; near an area from its middle at least as far as it reaches. */
const nearMeters = 2_000
const mostNearMeters = 20_000
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
): Promise<Found[]> {
  const reads: Reads = context.signal ? { signal: context.signal } : {}
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
function placeMeant(found: readonly Found[]): Found | undefined {
  const [best, ...others] = found.filter(({ confidence }) => confidence >= leastConfidence)
  if (!best || !['region', 'county'].includes(best.place.type)) return best
  const isTown = ({ place }: Found) =>
    place.type === 'locality' && fold(place.name) === fold(best.place.name)
  return others.find(isTown) ?? best
}

function lessSure(found: Found, confidence: number): Found {
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
): Promise<Found[]> {
  const reads: Reads = context.signal ? { signal: context.signal } : {}
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
): Promise<Found[]> {
  const lexicon = new Lexicon(gazetteer, reads)
  const kinds = categories.map((category) => `${namespaces.category}:${category}`)
  const sets = scopeTerms(area.box ? { ...scope, rectangle: boxWithin(area.box, scope) } : scope)
  await lexicon.look([...kinds, ...sets.flat()])
  await lexicon.read([...kinds, ...sets.flat()])
  const walks = kinds.map((key) => lexicon.walk(key, true)).filter((walk) => walk !== undefined)
  const stream = walks.length > 0 ? filtered(lexicon, [anyOf(walks)], sets) : undefined
  if (!stream) return []
  const places = await gazetteer.places(ranksOf(stream, mostInArea).ranks, reads)
  const inside = places.filter((place) => isWithin(place, area) && isInScope(place, place, scope))
  const middle = scope.focus ?? area
  const meters = new Map(inside.map((place) => [place, distanceMeters(middle, place)]))
  // What is known in all of a country is nearer to nobody.
  if (scope.focus || area.type !== 'country') inside.sort((a, b) => meters.get(a)! - meters.get(b)!)
  const found = inside.map((place) => ({
    place,
    at: { lat: place.lat, lon: place.lon },
    ...confidenceOf({ type: place.type, number: undefined, edits: 0, dropped: 0 }),
  }))
  return withoutDuplicates(found).slice(0, scope.size)
}

function isWithin(place: Place, area: Place): boolean {
  if (area.type === 'country') return place.countryCode === area.countryCode
  return place.parents.some(({ rank }) => rank === area.rank)
}

/** The wanted rectangle narrows the box only where it is there: the record is asked in the end. */
function boxWithin(box: Bounds, { rectangle }: SearchScope): Bounds {
  return rectangle ?? box
}

function radiusOf(place: Place): number {
  if (!isArea(place) || !place.box) return nearMeters
  const { min_lat, min_lon, max_lat, max_lon } = place.box
  const corner = { lat: min_lat, lon: min_lon }
  const across = distanceMeters(corner, { lat: max_lat, lon: max_lon })
  return Math.min(mostNearMeters, Math.max(nearMeters, across / 2))
}
