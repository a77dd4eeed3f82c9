import { reverse as findAt, renderPlaces } from '#places/search'
import { echoOf, radiusMetersOf, typesOf } from '#places/search/schemas'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { warnOutside } from '../warn-outside.ts'
import { reverse } from './contract.ts'

export const handler = regionEndpoint(
  reverse,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const { lat, lon, size, lang } = request
    const radiusMeters = radiusMetersOf(request)
    const query = { lat, lon, size, radiusMeters, types: typesOf(request) }
    const results = await findAt(gazetteer, query, context)
    await warnOutside(results, [gazetteer], { point: { lat, lon }, ...context })
    // The radius is echoed under the name that other searches have for it.
    const { radius, ...echo } = echoOf(request)
    return {
      results: renderPlaces(results, { languages: lang }),
      query: { ...echo, ...(radius !== undefined && { 'boundary.circle.radius': radius }) },
    }
  },
  { choice: chooseByPoints(({ lat, lon }) => [{ lat, lon }], { isEmpty: hasNoPlace }) },
)

function hasNoPlace({ results }: { results: readonly unknown[] }): boolean {
  return results.length === 0
}
