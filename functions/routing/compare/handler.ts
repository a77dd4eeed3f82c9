import { endpoint } from '../../../lib/api/index.ts'
import { compareModes, comparisonToGeojson } from '../../../lib/routing/index.ts'
import { openRegionEngine } from '../region-engine.ts'
import { compare } from './contract.ts'

export const handler = endpoint(
  compare,
  { engine: openRegionEngine },
  async (request, { engine, format, ...context }) => {
    const answer = await compareModes(engine, request, context)
    return format === 'geojson' ? comparisonToGeojson(answer) : answer
  },
)
