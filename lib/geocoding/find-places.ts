import { categoriesNamed } from '../categories/index.ts'
import {
  cellTermsOf,
  type Gazetteer,
  namespaces,
  type ReadOptions as Reads,
} from '../gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../geo/index.ts'
import { fold, isStopWord } from '../text/index.ts'
import { readsOf, withinBudget } from './context.ts'
import { similarCategories } from './fallback/category-typos.ts'
import { corrections, widened } from './fallback/corrections.ts'
import { type Slot, slotOf } from './interpret/query-term.ts'
import { understand } from './interpret/tokenize.ts'
import type { FindContext, PlacesQuery, SearchResult } from './query.ts'
import { confidenceOf } from './rank/confidence.ts'
import { withoutDuplicates } from './rank/dedupe.ts'
import { compare } from './rank/match-place.ts'
import { docIdsOf } from './retrieve/posting-iterator.ts'
import { anyOf } from './retrieve/posting-union.ts'
import { filtered } from './retrieve/retrieve.ts'
import { keysOf, Lexicon } from './retrieve/term-cache.ts'
import { boxAround, scopeTerms, zoomFor } from './scope.ts'

/** Venues looked at whose name has the keyword. */
const mostNamed = 400
/** For those that are there under two ids. */
const twice = 4
/** For those of a category that are not in a wanted country. */
const spare = 3

/**
 * Venues of a kind, or whose name has the words, within a radius: nearest first, each with its distance.
 * Where the query is a category and a name both are found. A word that nothing has is corrected.
 */
export function findPlaces(
  gazetteer: Gazetteer,
  query: PlacesQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  return withinBudget(context, (bounded) => findPlacesBounded(gazetteer, query, bounded))
}

async function findPlacesBounded(
  gazetteer: Gazetteer,
  query: PlacesQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  const { stage = () => () => {} } = context
  const reads = readsOf(context)
  const understood = understand(query.query, { open: false, warn: context.warn }).words
  if (understood.length === 0 || query.size < 1) return []
  const searched = stage('search')
  const categories = categoriesNamed(fold(query.query))
  const onlyStops = understood.every(({ text }) => isStopWord(text))
  const slots = understood.map((word) =>
    slotOf(word, {
      categories: categoriesNamed(word.text),
      prefix: false,
      optional: !onlyStops && isStopWord(word.text),
    }),
  )
  const lexicon = new Lexicon(gazetteer, reads)
  // What is of the kind is found by its category already.
  const words = categories.length > 0 ? slots.map(withoutKind) : slots
  const [ofKind, named] = await Promise.all([
    placesOfKind(gazetteer, query, categories, reads),
    namedAround(lexicon, query, words, categories),
  ])
  const more = await placesNamed(gazetteer, query, words, { named, known: ofKind, reads })
  let found = nearestFirst([...ofKind, ...more], query.size)
  searched()
  // What is a kind is typed well, even when there is none around.
  if (found.length === 0 && categories.length === 0 && !reads.budget?.isSpent) {
    const corrected = stage('correct')
    found = await placesMeant(gazetteer, lexicon, query, slots, reads)
    corrected()
  }
  return found
}

/** Venues of the categories around a point, nearest first. */
export async function placesOfKind(
  gazetteer: Gazetteer,
  { near, radiusMeters, size, countries }: Omit<PlacesQuery, 'query'>,
  categories: readonly string[],
  reads: Reads,
  edits = 0,
): Promise<SearchResult[]> {
  if (categories.length === 0) return []
  const limit = (countries?.length ? size * spare : size) + twice
  const nearby = await gazetteer.near(near, {
    ...reads,
    radiusMeters,
    limit,
    types: ['venue'],
    categories,
  })
  return nearby
    .filter(({ place }) => !countries?.length || countries.includes(place.countryCode))
    .map(({ place, at, distanceMeters }) => ({
      place,
      at,
      distanceMeters,
      ...confidenceOf({ type: 'venue', number: undefined, edits, dropped: 0 }),
    }))
}

function withoutKind(slot: Slot): Slot {
  return { ...slot, categories: [] }
}

/** Gives docIds of places, the best first, that have the words and are in cells which a radius touches. */
type NamedAround = (radiusMeters: number) => readonly number[]

/**
 * Reads what is to be known of places whose name has the words, but not yet the places. Those of the
 * `known` categories are left out.
 */
async function namedAround(
  lexicon: Lexicon,
  { near, radiusMeters, countries, size }: PlacesQuery,
  slots: readonly Slot[],
  known: readonly string[] = [],
): Promise<NamedAround> {
  const box = boxAround(near, radiusMeters)
  const zoom = zoomFor(box)
  const sets = countries ? scopeTerms({ size, countries }) : []
  const cells = zoom ? cellTermsOf(box, zoom) : []
  const kinds = known.map((category) => `${namespaces.category}:${category}`)
  await lexicon.look([...slots.flatMap(keysOf), ...kinds, ...cells, ...sets.flat()])
  const required = slots.filter(({ optional }) => !optional)
  const costs = required.map((slot) => lexicon.costOf(slot))
  if (costs.some(({ count }) => count === 0)) return () => []
  await lexicon.read([...costs.flatMap(({ keys }) => keys), ...kinds, ...cells, ...sets.flat()])
  return (reachMeters) => {
    const touched = zoom ? [cellTermsOf(boxAround(near, reachMeters), zoom)] : []
    const streams = required
      .map((slot) => lexicon.streamOf(slot))
      .filter((one) => one !== undefined)
    const stream = filtered(lexicon, streams, [...touched, ...sets])
    if (!stream) return []
    const walks = kinds.map((key) => lexicon.walk(key, true)).filter((one) => one !== undefined)
    const ofKind = anyOf(walks)
    return docIdsOf(stream, mostNamed, { budget: lexicon.budget }).docIds.filter(
      (docId) => ofKind.seek(docId) !== docId,
    )
  }
}

/** Of those named so the venues within the radius; where there are enough others, those as near. */
async function placesNamed(
  gazetteer: Gazetteer,
  { near, radiusMeters, size }: PlacesQuery,
  slots: readonly Slot[],
  { named, known, reads }: { named: NamedAround; known: readonly SearchResult[]; reads: Reads },
): Promise<SearchResult[]> {
  const reach = known.length < size ? radiusMeters : known.at(-1)!.distanceMeters!
  const docIds = new Set(named(reach))
  for (const { place } of known) docIds.delete(place.docId)
  const trusted = new Set(slots.filter(({ optional }) => !optional))
  const found: SearchResult[] = []
  for (const place of await gazetteer.places([...docIds], reads)) {
    if (place.type !== 'venue') continue
    const at: LatLon = { lat: place.lat, lon: place.lon }
    const distance = distanceMeters(near, at)
    if (distance > reach) continue
    const { dropped, edits, cover } = compare(place, slots, trusted)
    if (dropped > 0) continue
    const confidence = confidenceOf({ type: 'venue', number: undefined, edits, dropped, cover })
    found.push({ place, at, distanceMeters: distance, ...confidence })
  }
  return found
}

/** What was meant by a query that nothing answers: a category, or words of names, with a typo. */
async function placesMeant(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  query: PlacesQuery,
  slots: readonly Slot[],
  reads: Reads,
): Promise<SearchResult[]> {
  const meant = similarCategories(fold(query.query))
  const [ofKind, found] = await Promise.all([
    meant ? placesOfKind(gazetteer, query, meant.categories, reads, meant.edits) : [],
    corrections(gazetteer, lexicon, slots, { open: false, reads }),
  ])
  const wider = slots.map((slot) => widened(slot, found))
  const named = await namedAround(lexicon, query, wider)
  const more = await placesNamed(gazetteer, query, wider, { named, known: ofKind, reads })
  return nearestFirst([...ofKind, ...more], query.size)
}

function nearestFirst(found: readonly SearchResult[], size: number): SearchResult[] {
  const once = new Map(found.toReversed().map((one) => [one.place.id, one]))
  const sorted = [...once.values()].sort(
    (a, b) => a.distanceMeters! - b.distanceMeters! || a.place.docId - b.place.docId,
  )
  return withoutDuplicates(sorted).slice(0, size)
}
