import { untimed } from '../concurrency/index.ts'
import type { Gazetteer } from '../gazetteer/index.ts'
import type { SearchContext } from './context.ts'
import type { SearchResult } from './search-result.ts'

/**
 * Results for what has an id: the place, then houses. An object may be both a venue and a house, and the houses of an
 * interpolation way share its id. Empty for an unknown id.
 *
 * Throws `service_unavailable`.
 */
export function placeById(
  gazetteer: Gazetteer,
  { id, size }: { id: string; size: number },
  { signal, timed = untimed }: SearchContext,
): Promise<SearchResult[]> {
  return timed('find', async () => {
    const found = await gazetteer.withId(id, signal ? { signal } : {})
    return found.slice(0, size).map(
      ({ place, house }): SearchResult => ({
        place,
        ...(house && { house }),
        at: { lat: (house ?? place).lat, lon: (house ?? place).lon },
        matchType: house?.interpolated ? 'interpolated' : 'exact',
        confidence: 1,
      }),
    )
  })
}
