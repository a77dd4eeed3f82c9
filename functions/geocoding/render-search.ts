import { renderPlaces, type SearchContext, type SearchResult } from '#places/search'
import { echoOf, type SearchRequest, scopeOf } from '#places/search/schemas'
import { untimed } from '#platform/concurrency'

/** The query of a request with a text and a scope. */
export function searchQueryOf(request: SearchRequest) {
  return { ...scopeOf(request), text: request.text }
}

/** The response of search and its like: the places, and what was searched for. */
export function renderSearch(
  results: readonly SearchResult[],
  request: Omit<SearchRequest, 'text'> & { text: string },
  { timed = untimed }: SearchContext,
) {
  const places = timed('describe', () => renderPlaces(results, { languages: request.lang }))
  return { results: places, query: echoOf(request) }
}
