import { withNarrative } from '#language'
import { warmSearch } from '#places/search'
import { foundRouteToGeojson, routeToPlace } from '#routing/find-and-route'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { writer } from '../../language-model.ts'
import { byNames, checkAskedRegion, regionEndpoint } from '../../regions/index.ts'
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
    choice: byNames(({ origin, origin_country, destination, country, region }) => {
      const isText = typeof origin === 'string'
      return {
        points: isText ? [] : [origin],
        texts: [
          ...(isText ? [{ text: origin, ...countriesOf(origin_country) }] : []),
          { text: destination, ...countriesOf(country) },
        ],
        region,
      }
    }),
    geojson: foundRouteToGeojson,
    warm: warmSearch,
  },
)

function countriesOf(country: string | undefined): { countries?: string[] } {
  return country === undefined ? {} : { countries: [country] }
}
