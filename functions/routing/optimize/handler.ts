import { withNarrative } from '#language'
import { optimizedToGeojson, optimizeStops } from '#routing/operations'
import { writer } from '../../language-model.ts'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { optimize } from './contract.ts'

export const handler = regionEndpoint(
  optimize,
  { engine: regionEngine, writer },
  async (request, { engine, ...context }) => {
    const answer = await optimizeStops(engine, request, context)
    return await withNarrative('visit order', answer, request, context)
  },
  { choice: chooseByPoints(({ locations }) => locations), geojson: optimizedToGeojson },
)
