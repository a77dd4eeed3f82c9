import { distanceMeters, type LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import type { SearchContext } from './context.ts'
import type { QueryText } from './interpret/tokenize.ts'
import type { SearchScope } from './query.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/** Places found for a name, of which the nearest are wanted: the maximum of results, so that the size changes none. */
const maxNamed = 40

/** Places for a text, best first, with a position as the focus, each with its distance from there. */
export async function namedAround(
  gazetteer: Gazetteer,
  query: QueryText,
  at: LatLon,
  scope: SearchScope,
  context: SearchContext,
): Promise<(SearchResult & { distanceMeters: number })[]> {
  const around = { ...scope, focus: at, size: Math.max(maxNamed, scope.size) }
  const found = await findByText(gazetteer, query, around, context)
  return found.map((result) => ({ ...result, distanceMeters: distanceMeters(at, result.at) }))
}
