import { distanceMeters, type LatLon } from '../../geo/index.ts'
import { categoriesNamed } from '../categories/index.ts'
import type { FindContext, Found, PlacesQuery } from '../finding.ts'
import { type Gazetteer, namespaces, type Reading as Reads } from '../gazetteer.ts'
import { fold, isStopWord } from '../text/index.ts'
import { similarCategories } from './category-typos.ts'
import { compare } from './compare.ts'
import { confidenceOf } from './confidence.ts'
import { corrections, widened } from './correct.ts'
import { withoutDuplicates } from './dedupe.ts'
import { keysOf, Lexicon } from './lexicon.ts'
import { filtered } from './retrieve.ts'
import { boxAround, scopeTerms } from './scope.ts'
import { type Slot, slotOf } from './slot.ts'
import { ranksOf } from './streams.ts'
import { understand } from './understand.ts'

/** Venues looked at whose name has the keyword. */
const mostNamed = 400
/** For those of a category that are not in a wanted country. */
const spare = 3

/**
 * Venues of a kind, or whose name has the words, within a radius: nearest first, each with its distance.
 * Where the query is a category and a name both are found. A word that nothing has is corrected.
 */
export async function findPlaces(
  gazetteer: Gazetteer,
  query: PlacesQuery,
  context: FindContext,
): Promise<Found[]> {
  const { signal, stage = () => () => {} } = context
  const reads: Reads = signal ? { signal } : {}
  const { words } = understand(query.query, { open: false, warn: context.warn })
  if (words.length === 0 || query.size < 1) return []
  const searched = stage('search')
  const categories = categoriesNamed(fold(query.query))
  const onlyStops = words.every(({ text }) => isStopWord(text))
  const slots = words.map((word) =>
    slotOf(word, {
      categories: categoriesNamed(word.text),
      prefix: false,
      optional: !onlyStops && isStopWord(word.text),
    }),
  )
  const lexicon = new Lexicon(gazetteer, reads)
  const [ofKind, named] = await Promise.all([
    placesOfKind(gazetteer, query, categories, reads),
    placesNamed(gazetteer, lexicon, query, slots, reads),
  ])
  let found = nearestFirst([...ofKind, ...named], query.size)
  searched()
  if (found.length === 0) {
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
): Promise<Found[]> {
  if (categories.length === 0) return []
  const limit = countries?.length ? size * spare : size
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

async function placesNamed(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  query: PlacesQuery,
  slots: readonly Slot[],
  reads: Reads,
): Promise<Found[]> {
  const { near, radiusMeters, countries } = query
  const sets = [
    [`${namespaces.type}:venue`],
    ...scopeTerms({
      size: query.size,
      rectangle: boxAround(near, radiusMeters),
      ...(countries ? { countries } : {}),
    }),
  ]
  await lexicon.look([...slots.flatMap(keysOf), ...sets.flat()])
  const required = slots.filter(({ optional }) => !optional)
  if (required.some((slot) => lexicon.costOf(slot).count === 0)) return []
  await lexicon.read([...required.flatMap((slot) => lexicon.costOf(slot).keys), ...sets.flat()])
  const stream = filtered(
    lexicon,
    required.map((slot) => lexicon.streamOf(slot)!),
    sets,
  )
  if (!stream) return []
  const { ranks } = ranksOf(stream, mostNamed)
  const trusted = new Set(required)
  const found: Found[] = []
  for (const place of await gazetteer.places(ranks, reads)) {
    const at: LatLon = { lat: place.lat, lon: place.lon }
    const distance = distanceMeters(near, at)
    if (distance > radiusMeters) continue
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
): Promise<Found[]> {
  const meant = similarCategories(fold(query.query))
  const [ofKind, found] = await Promise.all([
    meant ? placesOfKind(gazetteer, query, meant.categories, reads, meant.edits) : [],
    corrections(gazetteer, lexicon, slots, { open: false, reads }),
  ])
  const wider = slots.map((slot) => widened(slot, found))
  const named = await placesNamed(gazetteer, lexicon, query, wider, reads)
  return nearestFirst([...ofKind, ...named], query.size)
}

function nearestFirst(found: readonly Found[], size: number): Found[] {
  const once = new Map(found.toReversed().map((one) => [one.place.id, one]))
  const sorted = [...once.values()].sort(
    (a, b) => a.distanceMeters! - b.distanceMeters! || a.place.rank - b.place.rank,
  )
  return withoutDuplicates(sorted).slice(0, size)
}
