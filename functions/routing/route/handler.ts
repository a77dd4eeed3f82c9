import { endpoint } from '../../../lib/api/index.ts'
import { withNarrative } from '../../../lib/language/index.ts'
import { findRoute, routeToGeojson } from '../../../lib/routing/index.ts'
import { writer } from '../../language-model.ts'
import { regionEngine } from '../region-engine.ts'
import { route } from './contract.ts'

export const handler = endpoint(
  route,
  { engine: regionEngine, writer },
  async (request, { engine, ...context }) => {
    const answer = await findRoute(engine, request, context)
    return await withNarrative('route', answer, request, context)
  },
  { geojson: routeToGeojson },
)
