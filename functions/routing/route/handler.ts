import { endpoint } from '../../../lib/api/index.ts'
import { findRoute, routeToGeojson } from '../../../lib/routing/index.ts'
import { openRegionEngine } from '../region-engine.ts'
import { route } from './contract.ts'

export const handler = endpoint(
  route,
  { engine: openRegionEngine },
  async (request, { engine, format, ...context }) => {
    const answer = await findRoute(engine, request, context)
    return format === 'geojson' ? routeToGeojson(answer) : answer
  },
)
