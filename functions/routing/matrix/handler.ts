import { endpoint } from '../../../lib/api/index.ts'
import { findMatrix, matrixToGeojson } from '../../../lib/routing/index.ts'
import { openRegionEngine } from '../region-engine.ts'
import { matrix } from './contract.ts'

export const handler = endpoint(
  matrix,
  { engine: openRegionEngine },
  async (request, { engine, format, ...context }) => {
    const answer = await findMatrix(engine, request, context)
    return format === 'geojson' ? matrixToGeojson(answer) : answer
  },
)
