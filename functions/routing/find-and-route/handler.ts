import { endpoint } from '../../../lib/api/index.ts'
import { foundRouteToGeojson, routeToPlace } from '../../../lib/find-and-route/index.ts'
import { warmSearch } from '../../../lib/geocoding/index.ts'
import { withNarrative } from '../../../lib/language/index.ts'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { writer } from '../../language-model.ts'
import { regionEngine } from '../region-engine.ts'
import { findAndRoute } from './contract.ts'

export const handler = endpoint(
  findAndRoute,
  { engine: regionEngine, gazetteer: regionGazetteer, writer },
  async (request, context) => {
    const answer = await routeToPlace(request, context)
    return await withNarrative('route to a place', answer, request, context)
  },
  { geojson: foundRouteToGeojson, warm: warmSearch },
)
