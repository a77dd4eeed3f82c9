import { endpoint } from '../../../lib/api/index.ts'
import { foundRouteToGeojson, routeToPlace } from '../../../lib/find-and-route/index.ts'
import { warmSearch } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { regionEngine } from '../region-engine.ts'
import { findAndRoute } from './contract.ts'

export const handler = endpoint(
  findAndRoute,
  { engine: regionEngine, gazetteer: regionGazetteer },
  routeToPlace,
  { geojson: foundRouteToGeojson, warm: warmSearch },
)
