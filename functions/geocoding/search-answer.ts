import { renderPlaces, type SearchContext, type SearchResult } from '../../lib/geocoding/index.ts'
import { echoOf, type SearchRequest, scopeOf } from '../../lib/geocoding/schemas/index.ts'

/** What is found for a request with a text and a scope. */
export function searchQueryOf(request: SearchRequest) {
  return { ...scopeOf(request), text: request.text }
}

/** The answer of search and of what is like it: the places and what was searched. */
export function answerSearch(
  found: readonly SearchResult[],
  request: Omit<SearchRequest, 'text'> & { text: string },
  { stage }: SearchContext,
) {
  const described = stage?.('describe')
  const results = renderPlaces(found, { languages: request.lang })
  described?.()
  return { results, query: echoOf(request) }
}
