import { renderPlaces, type SearchContext, type SearchResult } from '#places/search'
import { echoOf, type SearchRequest, scopeOf } from '#places/search/schemas'
import { untimed } from '#platform/concurrency'

/** Makes the query of a request with a text and a scope. */
export function makeSearchQuery(request: SearchRequest) {
  return { ...scopeOf(request), text: request.text }
}

/** Makes the response of search and similar operations: the places, and the parsed query. */
export function renderSearch(
  results: readonly SearchResult[],
  request: Omit<SearchRequest, 'text'> & { text: string },
  { timed = untimed }: SearchContext,
) {
  const places = timed('describe', () => renderPlaces(results, { languages: request.lang }))
  return { results: places, query: echoOf(request) }
}
