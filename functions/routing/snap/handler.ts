import { endpoint } from '../../../lib/api/index.ts'
import { snappedToGeojson, snapTrace } from '../../../lib/routing/index.ts'
import { openRegionEngine } from '../region-engine.ts'
import { snap } from './contract.ts'

export const handler = endpoint(
  snap,
  { engine: openRegionEngine },
  async (request, { engine, format, ...context }) => {
    const answer = await snapTrace(engine, request, context)
    return format === 'geojson' ? snappedToGeojson(answer) : answer
  },
)
