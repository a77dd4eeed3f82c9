import { endpoint } from '../../../lib/api/index.ts'
import { warmSearch } from '../../../lib/geocoding/index.ts'
import { alongRouteToGeojson, searchAlongRoute } from '../../../lib/search-along-route/index.ts'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { regionEngine } from '../region-engine.ts'
import { searchAlongRoute as contract } from './contract.ts'

export const handler = endpoint(
  contract,
  { engine: regionEngine, gazetteer: regionGazetteer },
  (request, { engine, gazetteer, ...context }) =>
    searchAlongRoute(engine, gazetteer, request, context),
  { geojson: alongRouteToGeojson, warm: warmSearch },
)
