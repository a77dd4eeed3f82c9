import { withNarrative } from '#language'
import { warmSearch } from '#places/search'
import { foundRouteToGeojson, routeToPlace } from '#routing/find-and-route'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { writer } from '../../language-model.ts'
import { checkAskedRegion, chooseByNames, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { findAndRoute } from './contract.ts'

export const handler = regionEndpoint(
  findAndRoute,
  { engine: regionEngine, gazetteer: regionGazetteer, writer },
  async ({ region: _, ...request }, context) => {
    const answer = await routeToPlace(request, context)
    return await withNarrative('route to a place', answer, request, context)
  },
  {
    check: ({ region }) => checkAskedRegion(region),
    choice: chooseByNames(({ origin, origin_country, destination, country, region }) => {
      const isText = typeof origin === 'string'
      return {
        points: isText ? [] : [origin],
        texts: [
          ...(isText ? [{ text: origin, ...toCountries(origin_country) }] : []),
          { text: destination, ...toCountries(country) },
        ],
        region,
      }
    }),
    geojson: foundRouteToGeojson,
    warm: warmSearch,
  },
)

function toCountries(country: string | undefined): { countries?: string[] } {
  return country === undefined ? {} : { countries: [country] }
}
