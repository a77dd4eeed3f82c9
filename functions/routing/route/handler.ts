import { withNarrative } from '#language'
import { findRoute, routeToGeojson } from '#routing/operations'
import { writer } from '../../language-model.ts'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { route } from './contract.ts'

export const handler = regionEndpoint(
  route,
  { engine: regionEngine, writer },
  async (request, { engine, ...context }) => {
    const answer = await findRoute(engine, request, context)
    return await withNarrative('route', answer, request, context)
  },
  { choice: chooseByPoints(({ locations }) => locations), geojson: routeToGeojson },
)
