import { endpoint } from '../../../lib/api/index.ts'
import { locate as locateAll, locateToGeojson } from '../../../lib/routing/index.ts'
import { openRegionEngine } from '../region-engine.ts'
import { locate } from './contract.ts'

export const handler = endpoint(
  locate,
  { engine: openRegionEngine },
  async (request, { engine, format, ...context }) => {
    const answer = await locateAll(engine, request, context)
    return format === 'geojson' ? locateToGeojson(answer) : answer
  },
)
