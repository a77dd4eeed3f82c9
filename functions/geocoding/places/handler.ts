import { endpoint, type RunContext } from '../../../lib/api/index.ts'
import type { Gazetteer } from '../../../lib/gazetteer/index.ts'
import type { LatLon } from '../../../lib/geo/index.ts'
import { answerPlaces, findPlaces, prepare } from '../../../lib/geocoding/index.ts'
import type { PlacesRequest } from '../../../lib/geocoding/schemas/index.ts'
import { findByName } from '../find-by-name.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { places } from './contract.ts'

export const handler = endpoint(
  places,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const { query, radius, size, lang } = request
    const near = await positionOf(gazetteer, request, context)
    const countries = request['boundary.country']
    const radiusMeters = radius * 1000
    const asked = { query, near, radiusMeters, size, ...(countries && { countries }) }
    const found = await findPlaces(gazetteer, asked, context)
    return {
      results: answerPlaces(found, { languages: lang }),
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
  { warm: prepare },
)

async function positionOf(
  gazetteer: Gazetteer,
  request: PlacesRequest,
  context: Pick<RunContext, 'signal' | 'warn' | 'stage'>,
): Promise<LatLon> {
  const { near } = request
  if (near === undefined) return { lat: request['near.lat']!, lon: request['near.lon']! }
  return findByName(gazetteer, near, context, request['boundary.country'])
}
