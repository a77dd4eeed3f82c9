import { distanceMeters } from '#ground/geo'
import { findCategoriesByName } from '#places/categories'
import { type Gazetteer, listCellTerms } from '#places/gazetteer'
import { fold } from '#places/text'
import { untimed } from '#platform/concurrency'
import { readOptionsOf, type SearchContext } from './context.ts'
import { similarCategories } from './fallback/category-typos.ts'
import { findCorrections, withCorrections } from './fallback/corrections.ts'
import { type QueryTerm, queryTermsOf } from './interpret/query-term.ts'
import { tokenize, warnIfTruncated } from './interpret/tokenize.ts'
import { firstOf, type NamedCategories, nearestVenues, type VenuesNear } from './nearest-venues.ts'
import type { PlacesQuery } from './query.ts'
import { confidenceOf } from './rank/confidence.ts'
import { withoutDuplicates } from './rank/dedupe.ts'
import { matchPlace } from './rank/match-place.ts'
import { firstDocIds } from './retrieve/posting-iterator.ts'
import { unionOf } from './retrieve/posting-union.ts'
import { boxAround, scopeTerms, zoomFor } from './retrieve/scope-terms.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { categoryKeys, keysOf } from './retrieve/term-keys.ts'
import type { SearchResult } from './search-result.ts'

/** Venues looked at whose name has the keyword. */
const maxNamed = 400

/**
 * Venues of a category, or whose name has the words, within a radius: nearest first, each with its
 * distance. A query that is both a category and a name finds both. When nothing is found, the words are
 * corrected.
 */
export async function findPlaces(
  gazetteer: Gazetteer,
  query: PlacesQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { timed = untimed } = context
  return timed('search', () =>
    findPlacesWithin(gazetteer, query, { radii: [query.radiusMeters] }, context),
  )
}

type PlacesWithin = Pick<VenuesNear, 'radii' | 'accepts'>

/** The same within the first of several radii that has results, as typed or else corrected. */
export async function findPlacesWithin(
  gazetteer: Gazetteer,
  query: Omit<PlacesQuery, 'radiusMeters'>,
  { radii, accepts = isOfCountry(query) }: PlacesWithin,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { timed = untimed } = context
  const tokens = tokenize(query.query)
  warnIfTruncated(tokens, context.warn)
  if (tokens.words.length === 0 || query.size < 1) return []
  const folded = fold(query.query)
  const categories = findCategoriesByName(folded)
  // Places of the category itself are found without the words.
  const terms = queryTermsOf(tokens.words, { categories: categories.length === 0 })
  const cache = new TermCache(gazetteer, readOptionsOf(context))
  const results = await firstOf(radii, async (radiusMeters) => {
    const within = { ...query, radiusMeters, accepts }
    const [ofCategory, named] = await Promise.all([
      venuesOf(cache, { categories, edits: 0 }, within),
      NamedPlaces.read(cache, within, terms, categories),
    ])
    return nearestFirst([...ofCategory, ...(await named.beside(ofCategory))], query.size)
  })
  // A known category has no typo, even when there is none around.
  if (results.length > 0 || categories.length > 0 || context.budget?.isSpent) return results
  return timed('correct', () => correctedPlaces(cache, query, { radii, accepts }, folded, terms))
}

/** Venues of the categories within the radius of a query. */
function venuesOf(
  { gazetteer, readOptions }: TermCache,
  categories: NamedCategories,
  { near, radiusMeters, size, accepts }: AcceptedPlaces,
): Promise<SearchResult[]> {
  const around = { near, radii: [radiusMeters], size, accepts }
  return nearestVenues(gazetteer, categories, around, readOptions)
}

/** Whether a place is in the countries of a query; undefined for all countries. */
function isOfCountry({ countries }: Pick<PlacesQuery, 'countries'>): VenuesNear['accepts'] {
  return countries?.length ? ({ countryCode }) => countries.includes(countryCode) : undefined
}

type AcceptedPlaces = PlacesQuery & Pick<VenuesNear, 'accepts'>

/** Venues of a query whose name has the words. Their posting lists are read, the places not yet. */
class NamedPlaces {
  readonly #cache: TermCache
  readonly #query: AcceptedPlaces
  readonly #terms: readonly QueryTerm[]
  readonly #categoryKeys: readonly string[]
  readonly #scopeSets: readonly string[][]

  private constructor(
    cache: TermCache,
    query: AcceptedPlaces,
    terms: readonly QueryTerm[],
    categories: readonly string[],
  ) {
    this.#cache = cache
    this.#query = query
    this.#terms = terms
    this.#categoryKeys = categoryKeys(categories)
    const { countries, size } = query
    this.#scopeSets = countries ? scopeTerms({ size, countries }) : []
  }

  /** Reads the posting lists in two rounds. Places of the `excluded` categories are left out. */
  static async read(
    cache: TermCache,
    query: AcceptedPlaces,
    terms: readonly QueryTerm[],
    excluded: readonly string[] = [],
  ): Promise<NamedPlaces> {
    const named = new NamedPlaces(cache, query, terms, excluded)
    const cells = named.#cellsWithin(query.radiusMeters) ?? []
    const others = [...named.#categoryKeys, ...cells, ...named.#scopeSets.flat()]
    await cache.lookUp([...terms.flatMap(keysOf), ...others])
    const costs = named.#required.map((term) => cache.costOf(term))
    const isPossible = costs.every(({ count }) => count > 0)
    if (isPossible) await cache.read([...costs.flatMap(({ keys }) => keys), ...others])
    return named
  }

  /** The venues nearest first; if `known` ones fill the answer, none farther than those. */
  async beside(known: readonly SearchResult[]): Promise<SearchResult[]> {
    const { near, radiusMeters, size, accepts } = this.#query
    const reachMeters = known.length < size ? radiusMeters : known.at(-1)!.distanceMeters!
    const docIds = new Set(this.#docIdsWithin(reachMeters))
    for (const { place } of known) docIds.delete(place.docId)
    const { gazetteer, readOptions } = this.#cache
    const trusted = new Set(this.#required)
    const results: SearchResult[] = []
    for (const place of await gazetteer.places([...docIds], readOptions)) {
      const at = { lat: place.lat, lon: place.lon }
      if (place.type !== 'venue' || (accepts && !accepts(place, at))) continue
      const distance = distanceMeters(near, at)
      if (distance > reachMeters) continue
      const { parts, droppedWords, edits, coverage } = matchPlace(place, this.#terms, trusted)
      if (droppedWords > 0 || !parts.includes('name')) continue
      const confidence = confidenceOf({ type: 'venue', edits, coverage })
      results.push({ place, at, distanceMeters: distance, ...confidence })
    }
    return results
  }

  get #required(): readonly QueryTerm[] {
    return this.#terms.filter(({ optional }) => !optional)
  }

  /** Cells that a radius touches, on the grid that fits the query's whole radius. */
  #cellsWithin(reachMeters: number): string[] | undefined {
    const { near, radiusMeters } = this.#query
    const zoom = zoomFor(boxAround(near, radiusMeters))
    return zoom && listCellTerms(boxAround(near, reachMeters), zoom)
  }

  #docIdsWithin(reachMeters: number): readonly number[] {
    const cache = this.#cache
    const iterators = this.#required.map((term) => cache.iterateTerm(term))
    if (iterators.includes(undefined)) return []
    const cells = this.#cellsWithin(reachMeters)
    const sets = cells ? [cells, ...this.#scopeSets] : this.#scopeSets
    const iterator = cache.intersect(
      iterators.filter((each) => each !== undefined),
      sets,
    )
    if (!iterator) return []
    const excluded = unionOf(cache.iterateEach(this.#categoryKeys, true))
    const { docIds } = firstDocIds(iterator, maxNamed, { budget: cache.readOptions.budget })
    return docIds.filter((docId) => excluded.seek(docId) !== docId)
  }
}

/** Venues for a mistyped category, or mistyped words of a name. */
async function correctedPlaces(
  cache: TermCache,
  query: Omit<PlacesQuery, 'radiusMeters'>,
  { radii, accepts }: PlacesWithin,
  folded: string,
  terms: readonly QueryTerm[],
): Promise<SearchResult[]> {
  const similar = similarCategories(folded) ?? { categories: [], edits: 0 }
  const corrections = await findCorrections(cache, terms)
  const corrected = terms.map((term) => withCorrections(term, corrections))
  return firstOf(radii, async (radiusMeters) => {
    const within = { ...query, radiusMeters, accepts }
    const [ofCategory, named] = await Promise.all([
      venuesOf(cache, similar, within),
      NamedPlaces.read(cache, within, corrected),
    ])
    return nearestFirst([...ofCategory, ...(await named.beside(ofCategory))], query.size)
  })
}

function nearestFirst(results: readonly SearchResult[], size: number): SearchResult[] {
  const byId = new Map(results.toReversed().map((result) => [result.place.id, result]))
  const sorted = [...byId.values()].sort(
    (a, b) => a.distanceMeters! - b.distanceMeters! || a.place.docId - b.place.docId,
  )
  return withoutDuplicates(sorted).slice(0, size)
}
