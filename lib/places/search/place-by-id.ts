import type { Gazetteer, PlaceOrHouse, ReadOptions } from '#places/gazetteer'
import { untimed } from '#platform/concurrency'
import type { SearchContext } from './context.ts'
import { partsOfHouseId } from './house-id.ts'
import { matchHouses } from './rank/house-match.ts'
import type { SearchResult } from './search-result.ts'

/**
 * Results for what has an id: the place, then houses. An object may be both a venue and a house, and the houses of an
 * interpolation way share its id. An interpolated house has its number in its id. Empty for an unknown id.
 *
 * Throws `service_unavailable`.
 */
export function placeById(
  gazetteer: Gazetteer,
  { id, size }: { id: string; size: number },
  { signal, timed = untimed }: SearchContext,
): Promise<SearchResult[]> {
  return timed('find', async () => {
    const options = signal ? { signal } : {}
    const house = partsOfHouseId(id)
    const found = house
      ? await housesWithNumber(gazetteer, house, options)
      : await gazetteer.withId(id, options)
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

/** Houses with a number on an interpolation way, or on a street, as a search finds them. */
async function housesWithNumber(
  gazetteer: Gazetteer,
  { id, number }: { id: string; number: string },
  options: ReadOptions,
): Promise<PlaceOrHouse[]> {
  const found = await gazetteer.withId(id, options)
  const onWay = found.filter(({ house }) => house?.number === number)
  if (onWay.length > 0) return onWay
  const streets = found.filter(({ house }) => !house).map(({ place }) => place)
  const lists = await gazetteer.houses(streets, options)
  return streets.flatMap((place, i) =>
    matchHouses(number, place, lists[i]!)
      .filter(({ match }) => match === 'exact' || match === 'interpolated')
      .map(({ house }) => ({ place, house })),
  )
}
