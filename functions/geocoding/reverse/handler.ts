import { endpoint } from '../../../lib/api/index.ts'
import { reverse as findAt, renderPlaces } from '../../../lib/geocoding/index.ts'
import { echoOf, radiusMetersOf, typesOf } from '../../../lib/geocoding/schemas/index.ts'
import { followRegionPlaces, gazetteerOf } from '../region-places.ts'
import { reverse } from './contract.ts'

export const handler = endpoint(
  reverse,
  { region: followRegionPlaces },
  async (request, { region, ...context }) => {
    const { lat, lon, size, lang } = request
    const radiusMeters = radiusMetersOf(request)
    const query = { lat, lon, size, radiusMeters, types: typesOf(request) }
    const found = await findAt(gazetteerOf(region), query, context)
    const { radius, ...echo } = echoOf(request)
    return {
      results: renderPlaces(found, { languages: lang }),
      query: { ...echo, ...(radius !== undefined && { 'boundary.circle.radius': radius }) },
    }
  },
)
