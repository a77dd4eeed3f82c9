import type { Gazetteer } from '#places/gazetteer'
import { withCategoryResults } from './category-search.ts'
import type { SearchContext } from './context.ts'
import { nearPhraseOf } from './interpret/near-phrase.ts'
import { tokenize } from './interpret/tokenize.ts'
import { searchNearPhrase } from './near-phrase-search.ts'
import { nearestNamesakesFirst } from './nearest-namesakes.ts'
import { searchWithPosition } from './position-search.ts'
import type { SearchQuery } from './query.ts'
import { withoutRise } from './rank/without-rise.ts'
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
  const found = await findByText(gazetteer, query, scope, context)
  const named = await nearestNamesakesFirst(gazetteer, query, found, scope, context)
  // `Neustadt bei Coburg` is a name.
  if (phrase && !isOfCategory && named[0]?.matchType !== 'exact') {
    const results = await searchNearPhrase(gazetteer, phrase, scope, context)
    if (results.length > 0) return results
  }
  return withCategoryResults(gazetteer, query, named, scope, context)
}
