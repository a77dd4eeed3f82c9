import { endpoint, type RunContext } from '../../../lib/api/index.ts'
import type { Gazetteer } from '../../../lib/gazetteer/index.ts'
import type { LatLon } from '../../../lib/geo/index.ts'
import { findPlaces, renderPlaces, warmSearch } from '../../../lib/geocoding/index.ts'
import type { PlacesRequest } from '../../../lib/geocoding/schemas/index.ts'
import { findByName } from '../find-by-name.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { warnOutside } from '../warn-outside.ts'
import { places } from './contract.ts'

export const handler = endpoint(
  places,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const { query, radius, size, lang } = request
    const near = await positionOf(gazetteer, request, context)
    const countries = request['boundary.country']
    const results = await findPlaces(
      gazetteer,
      { query, near, radiusMeters: radius * 1000, size, ...(countries && { countries }) },
      context,
    )
    await warnOutside(results, gazetteer, { point: near, ...context })
    return {
      results: renderPlaces(results, { languages: lang }),
      query: {
        query,
        near,
        radius,
        size,
        ...(countries && { 'boundary.country': countries }),
        ...(lang && { lang }),
      },
    }
  },
  { warm: warmSearch },
)

async function positionOf(
  gazetteer: Gazetteer,
  request: PlacesRequest,
  context: Pick<RunContext, 'signal' | 'warn' | 'timed'>,
): Promise<LatLon> {
  const { near } = request
  if (near === undefined) return { lat: request['near.lat']!, lon: request['near.lon']! }
  const sought = { field: 'near', text: near, countries: request['boundary.country'] }
  return findByName(gazetteer, sought, context)
}
