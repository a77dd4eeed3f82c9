import { findCategoriesByName } from '#places/categories'
import { type Gazetteer, type Place, WorkBudget } from '#places/gazetteer'
import { fold } from '#places/text'
import { untimed } from '#platform/concurrency'
import { readOptionsOf, type SearchContext } from './context.ts'
import { similarCategories } from './fallback/category-typos.ts'
import { findCorrections, withCorrections } from './fallback/corrections.ts'
import { queryTermsOf } from './interpret/query-term.ts'
import { tokenize, warnIfTruncated } from './interpret/tokenize.ts'
import { confidenceOf } from './rank/confidence.ts'
import { matchPlace } from './rank/match-place.ts'
import { type Corridor, corridorCells, stretchAt } from './retrieve/corridor-cells.ts'
import { type CorridorText, placesInCells } from './retrieve/corridor-query.ts'
import { TermCache } from './retrieve/term-cache.ts'
import type { SearchResult } from './search-result.ts'

/** A search for venues along the lines of a route. */
export interface PlacesAlongQuery extends Corridor {
  /** A category or a keyword. */
  query: string
  /** Maximum number of results. */
  size: number
}

export interface PlacesAlong {
  /** Each with its distance from the nearest line. */
  results: SearchResult[]
  /** A limit cut the search or its results: the corridor may have others. */
  isBounded: boolean
}

/** Postings read for one corridor at most, about 0.25 µs each. */
const maxSteps = 400_000

/**
 * Venues of a category, or whose name has the words, within a corridor. As in `findPlaces` the text is a
 * category, a name or both, and the words are corrected when nothing is found. The result has the venue nearest
 * to the line in each stretch of the route, then the second nearest in each, and so on up to `size`.
 *
 * Throws `service_unavailable`.
 */
export async function findPlacesAlong(
  gazetteer: Gazetteer,
  query: PlacesAlongQuery,
  context: SearchContext,
): Promise<PlacesAlong> {
  const { timed = untimed } = context
  const tokens = tokenize(query.query)
  warnIfTruncated(tokens, context.warn)
  if (tokens.words.length === 0 || query.size < 1) return { results: [], isBounded: false }
  const folded = fold(query.query)
  const categories = findCategoriesByName(folded)
  // Categories are looked up by themselves: the words match names only.
  const terms = queryTermsOf(tokens.words, { categories: categories.length === 0 })
  const found = await timed('search', () =>
    matchingPlaces(gazetteer, query, { categories, terms }, context),
  )
  // An exact category needs no typo correction, even without results.
  if (found.results.length > 0 || categories.length > 0) return found
  return await timed('correct', async () => {
    const cache = new TermCache(gazetteer, readOptionsOf(context))
    const similar = similarCategories(folded)
    const corrections = await findCorrections(cache, terms)
    const corrected = {
      categories: similar?.categories ?? [],
      terms: terms.map((term) => withCorrections(term, corrections)),
    }
    return await matchingPlaces(gazetteer, query, corrected, context, similar?.edits)
  })
}

/** @param edits Number of letters corrected in the category's name. */
async function matchingPlaces(
  gazetteer: Gazetteer,
  query: PlacesAlongQuery,
  text: CorridorText,
  context: SearchContext,
  edits = 0,
): Promise<PlacesAlong> {
  const options = { ...readOptionsOf(context), budget: new WorkBudget(maxSteps) }
  const cache = new TermCache(gazetteer, options)
  const { ofCategory, named, isBounded } = await placesInCells(cache, corridorCells(query), text)
  const trusted = new Set(text.terms.filter(({ optional }) => !optional))
  const near: StretchResult[] = []
  for (const place of await gazetteer.places([...new Set([...ofCategory, ...named])], options)) {
    if (place.type !== 'venue') continue
    await cache.pause()
    const nearest = nearestLine(place, query)
    if (!nearest) continue
    const match = ofCategory.has(place.docId)
      ? { droppedWords: 0, edits, coverage: 1 }
      : matchPlace(place, text.terms, trusted)
    if (match.droppedWords > 0 || ('parts' in match && !match.parts.includes('name'))) continue
    const at = { lat: place.lat, lon: place.lon }
    const confidence = confidenceOf({ type: 'venue', edits: match.edits, coverage: match.coverage })
    const { distanceMeters, stretch } = nearest
    near.push({ result: { place, at, distanceMeters, ...confidence }, stretch })
  }
  return {
    results: spreadAlongRoute(near, query.size),
    isBounded: isBounded || near.length > query.size,
  }
}

interface StretchResult {
  result: SearchResult
  stretch: number
}

/** Distance from the nearest line, and the stretch there; undefined outside the corridor. */
function nearestLine(
  place: Place,
  { lines, halfWidthMeters }: Corridor,
): { distanceMeters: number; stretch: number } | undefined {
  const total = lines.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0)
  let best: { distanceMeters: number; stretch: number } | undefined
  let before = 0
  for (const line of lines) {
    const nearest = line.nearest(place, best?.distanceMeters ?? halfWidthMeters)
    if (nearest && !(best && nearest.distanceMeters >= best.distanceMeters)) {
      const stretch = stretchAt(before + nearest.alongMeters, total)
      best = { distanceMeters: nearest.distanceMeters, stretch }
    }
    before += line.lengthMeters
  }
  return best
}

/** The nearest of each stretch first, then the second nearest of each, up to `size`. */
function spreadAlongRoute(near: readonly StretchResult[], size: number): SearchResult[] {
  const sorted = near.toSorted(
    (a, b) =>
      a.result.distanceMeters! - b.result.distanceMeters! ||
      a.result.place.docId - b.result.place.docId,
  )
  const seen = new Map<number, number>()
  const ranked = sorted.map(({ result, stretch }) => {
    const rank = seen.get(stretch) ?? 0
    seen.set(stretch, rank + 1)
    return { result, rank }
  })
  // The sort is stable: within a rank the nearest first.
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, size)
    .map(({ result }) => result)
}
