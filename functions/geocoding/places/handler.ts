import type { LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import { findPlaces, renderPlaces, warmSearch } from '#places/search'
import type { PlacesRequest } from '#places/search/schemas'
import type { RunContext } from '#platform/api'
import { checkAskedRegion, chooseByNames, regionEndpoint } from '../../regions/index.ts'
import { findByName } from '../find-by-name.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { warnOutside } from '../warn-outside.ts'
import { places } from './contract.ts'

export const handler = regionEndpoint(
  places,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const { query, radius, size, lang, region } = request
    const near = await findPosition(gazetteer, request, context)
    const countries = request['boundary.country']
    const results = await findPlaces(
      gazetteer,
      { query, near, radiusMeters: radius * 1000, size, ...(countries && { countries }) },
      context,
    )
    await warnOutside(results, [gazetteer], { point: near, ...context })
    return {
      results: renderPlaces(results, { languages: lang }),
      query: {
        query,
        near,
        radius,
        size,
        ...(countries && { 'boundary.country': countries }),
        ...(lang && { lang }),
        ...(region && { region }),
      },
    }
  },
  {
    check: ({ region }) => checkAskedRegion(region),
    choice: chooseByNames((request) => {
      const { near, region, 'boundary.country': countries } = request
      return near === undefined
        ? { points: [readPosition(request)], texts: [], region }
        : { points: [], texts: [{ text: near, countries }], region }
    }, hasNoPlace),
    warm: warmSearch,
  },
)

async function findPosition(
  gazetteer: Gazetteer,
  request: PlacesRequest,
  context: Pick<RunContext, 'signal' | 'warn' | 'timed'>,
): Promise<LatLon> {
  const { near } = request
  if (near === undefined) return readPosition(request)
  const sought = { field: 'near', text: near, countries: request['boundary.country'] }
  return findByName(gazetteer, sought, context)
}

function readPosition(request: PlacesRequest): LatLon {
  return { lat: request['near.lat']!, lon: request['near.lon']! }
}

function hasNoPlace({ results }: { results: readonly unknown[] }): boolean {
  return results.length === 0
}
