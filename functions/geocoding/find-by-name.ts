import { type LatLon, roundPosition } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import {
  geocodeFailed,
  namedPlaces,
  type SearchContext,
  search,
  type TextToGeocode,
} from '#places/search'

/**
 * Finds the position of a named place: the first search result, if its confidence is sufficient.
 *
 * Throws `geocode_failed` when there is none.
 */
export async function findByName(
  gazetteer: Gazetteer,
  sought: Omit<TextToGeocode, 'at'>,
  context: SearchContext,
): Promise<LatLon> {
  const { text, countries } = sought
  const query = { text, size: 1, ...(countries && { countries }) }
  const [found] = await search(gazetteer, query, context)
  const [result] = found ? namedPlaces(text, [found]) : []
  if (!result) throw geocodeFailed([{ ...sought, unsure: found }])
  return roundPosition(result.at)
}
