import { allNamesOf, type Gazetteer, type Place } from '../gazetteer/index.ts'
import { withCategoryResults } from './category-search.ts'
import type { SearchContext } from './context.ts'
import { coordinatesIn } from './interpret/coordinates/coordinates.ts'
import { nearPhraseOf } from './interpret/near-phrase.ts'
import { tokenize } from './interpret/tokenize.ts'
import { searchNearPhrase } from './near-phrase-search.ts'
import { searchWithPosition } from './position-search.ts'
import type { SearchQuery } from './query.ts'
import { withoutRise } from './rank/without-rise.ts'
import { findAtPoint } from './reverse/at-point.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/**
 * Places for a whole text: a name with its surroundings, an address in one line, a category in or near a
 * place, coordinates. Best first; empty for nonsense. Throws `service_unavailable`.
 */
export async function search(
  gazetteer: Gazetteer,
  query: SearchQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  return withoutRise(await searchByMeaning(gazetteer, query, context))
}

async function searchByMeaning(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  given: SearchContext,
): Promise<SearchResult[]> {
  const context = { ...given, locations: new Map<string, readonly SearchResult[]>() }
  const atPosition = await searchWithPosition(gazetteer, text, scope, context)
  if (atPosition) return atPosition
  const query = tokenize(text)
  const phrase = nearPhraseOf(query)
  const isOfCategory = (phrase?.categories.length ?? 0) > 0
  const nearby = isOfCategory ? await searchNearPhrase(gazetteer, phrase!, scope, context) : []
  if (nearby.length > 0) return nearby
  const named = await findByText(gazetteer, query, scope, context)
  // `Neustadt bei Coburg` is a name.
  if (phrase && !isOfCategory && named[0]?.matchType !== 'exact') {
    const results = await searchNearPhrase(gazetteer, phrase, scope, context)
    if (results.length > 0) return results
  }
  return withCategoryResults(gazetteer, query, named, scope, context)
}

/**
 * Places for a text that is still being typed: the last word may be unfinished, unless a blank follows
 * it. Otherwise as {@link search}.
 */
export async function autocomplete(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  const find = (typed: string) =>
    findByText(gazetteer, tokenize(typed, { isTyping: true }), scope, context)
  const point = coordinatesIn(text)
  if (point) {
    const [atPoint, named] = await Promise.all([
      findAtPoint(gazetteer, point, scope, context),
      find(text),
    ])
    const beginning = named.filter(({ place }) => beginsWith(place, text))
    return withoutRise([...beginning, ...atPoint].slice(0, scope.size))
  }
  const results = await find(text)
  const separated = text.replace(endingInitial, '$1 $2')
  const hasExact = results.some(({ matchType }) => matchType === 'exact')
  if (separated === text || hasExact) return results
  const others = await find(separated)
  return others.length > 0 ? others : results
}

/** A few names begin with figures that are also coordinates: `13,5°`. */
function beginsWith(place: Place, text: string): boolean {
  const typed = text.trim().toLowerCase()
  return allNamesOf(place).some((name) => name.toLowerCase().startsWith(typed))
}

/** After a dot, up to three letters may be initials (`U.S.A`) or a word (`S.Joseph`). */
const endingInitial = /((?<!\p{L})\p{L}\.)(\p{L}{1,3})$/u
