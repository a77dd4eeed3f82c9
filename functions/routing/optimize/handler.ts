import { endpoint } from '../../../lib/api/index.ts'
import { optimizedToGeojson, optimizeStops } from '../../../lib/routing/index.ts'
import { openRegionEngine } from '../region-engine.ts'
import { optimize } from './contract.ts'

export const handler = endpoint(
  optimize,
  { engine: openRegionEngine },
  async (request, { engine, format, ...context }) => {
    const answer = await optimizeStops(engine, request, context)
    return format === 'geojson' ? optimizedToGeojson(answer) : answer
  },
)
