import { endpoint } from '../../../lib/api/index.ts'
import { findRoute, routeToGeojson } from '../../../lib/routing/index.ts'
import { regionEngine } from '../region-engine.ts'
import { route } from './contract.ts'

export const handler = endpoint(
  route,
  { engine: regionEngine },
  (request, { engine, ...context }) => findRoute(engine, request, context),
  { geojson: routeToGeojson },
)
