import { findMatrix, matrixToGeojson } from '../../../lib/routing/index.ts'
import { byPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { matrix } from './contract.ts'

export const handler = regionEndpoint(
  matrix,
  { engine: regionEngine },
  (request, { engine, ...context }) => findMatrix(engine, request, context),
  {
    choice: byPoints(({ sources, targets }) => [...sources, ...targets]),
    geojson: matrixToGeojson,
  },
)
