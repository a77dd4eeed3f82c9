import { endpoint } from '../../../lib/api/index.ts'
import { findMatrix, matrixToGeojson } from '../../../lib/routing/index.ts'
import { regionEngine } from '../region-engine.ts'
import { matrix } from './contract.ts'

export const handler = endpoint(
  matrix,
  { engine: regionEngine },
  (request, { engine, ...context }) => findMatrix(engine, request, context),
  { geojson: matrixToGeojson },
)
