import { untimed } from '../../lib/concurrency/index.ts'
import { renderPlaces, type SearchContext, type SearchResult } from '../../lib/geocoding/index.ts'
import { echoOf, type SearchRequest, scopeOf } from '../../lib/geocoding/schemas/index.ts'

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
