import { ApiError } from '../../lib/errors/index.ts'
import type { Gazetteer } from '../../lib/gazetteer/index.ts'
import { type LatLon, roundCoordinate } from '../../lib/geo/index.ts'
import { type SearchContext, search } from '../../lib/geocoding/index.ts'

/**
 * Position of the place that a text names: the first search result.
 *
 * Throws `geocode_failed` when there is none.
 */
export async function findByName(
  gazetteer: Gazetteer,
  text: string,
  context: SearchContext,
  countries?: readonly string[],
): Promise<LatLon> {
  const query = { text, size: 1, ...(countries && { countries }) }
  const [result] = await search(gazetteer, query, context)
  if (result) return { lat: roundCoordinate(result.at.lat), lon: roundCoordinate(result.at.lon) }
  const shown = text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text
  throw new ApiError('geocode_failed', `No place "${shown}" is known in this region.`)
}
