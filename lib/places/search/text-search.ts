import type { Gazetteer } from '#places/gazetteer'
import { untimed } from '#platform/concurrency'
import { readOptionsOf, type SearchContext } from './context.ts'
import { crossingText } from './interpret/crossing-text.ts'
import { type QueryText, tokenize, warnIfTruncated } from './interpret/tokenize.ts'
import type { SearchScope } from './query.ts'
import { type Candidate, lacksNumber } from './rank/candidates.ts'
import { distinct, withoutRepeatedStations } from './rank/dedupe.ts'
import { withoutRise } from './rank/without-rise.ts'
import { TermCache } from './retrieve/term-cache.ts'
import type { SearchResult } from './search-result.ts'
import { TextSearch } from './search-steps.ts'

/**
 * Finds places by a text. First as typed: places that match all of the words, at least one of them in
 * their own name. Only when there are none, words are corrected, and only then dropped.
 *
 * Cold: three rounds of reads.
 */
export async function findByText(
  gazetteer: Gazetteer,
  query: QueryText,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { timed = untimed } = context
  warnIfTruncated(query, context.warn)
  if (query.words.length === 0 || scope.size < 1) return []
  const cache = new TermCache(gazetteer, readOptionsOf(context))
  const search = new TextSearch(cache, query, scope)
  const find = async () => {
    const candidates = await timed('search', () => search.asTyped())
    if (context.budget?.isSpent) return timed('answer', () => search.rank(candidates))
    if (isWeak(candidates, query)) {
      const crossing = crossingText(query)
      const crossings = crossing ? await findCrossing(cache, query, crossing, scope) : []
      if (crossings.length > 0) return crossings
      await timed('correct', () => search.addFallback(candidates))
    } else if (mayBeMistyped(candidates, query)) {
      await timed('correct', () => search.addCorrectedNames(candidates))
    }
    return timed('answer', () => search.rank(candidates))
  }
  const results = await find()
  if (results.length >= scope.size || !search.lookWider() || context.budget?.isSpent) return results
  const all = withoutRepeatedStations(distinct([...results, ...(await find())]))
  return withoutRise(all.slice(0, scope.size))
}

/** The intersections of two streets that a text joins by a word, by the same text with the sign of intersections. */
async function findCrossing(
  cache: TermCache,
  { isTyping }: QueryText,
  text: string,
  scope: SearchScope,
): Promise<SearchResult[]> {
  const query = tokenize(text, { isTyping })
  const search = new TextSearch(cache, query, scope)
  const candidates = await search.asTyped()
  const hasCrossing = candidates.some(({ place }) => place.intersection)
  if (!hasCrossing) await search.addFallback(candidates)
  const results = await search.rank(candidates)
  return results[0]?.place.intersection ? results : []
}

/** Below these, a place with similar words may be meant. */
const minSimilarity = 0.6
const minOpenSimilarity = 0.75

/**
 * Whether no candidate is similar enough to the text to do without corrections. A shop on the typed street
 * that has another number than the typed one is not.
 */
function isWeak(candidates: readonly Candidate[], { open, words }: QueryText): boolean {
  const min = open && words.length > 1 ? minOpenSimilarity : minSimilarity
  return candidates.every((candidate) => {
    const { match, place } = candidate
    if (place.intersection && !match.isWhole) return true
    return match.similarity < min || lacksNumber(candidate)
  })
}

/** Of a name found as typed, at least this share must be typed, or a mistyped word may be another one by accident. */
const minTypedShare = 0.5

/** Whether all words are in some place, but of no name was much typed. */
function mayBeMistyped(candidates: readonly Candidate[], { isTyping, words }: QueryText): boolean {
  if (isTyping || words.length < 2) return false
  return candidates.every(
    ({ match }) => !match.isWhole && !match.isByCategory && match.coverage <= minTypedShare,
  )
}
