import { endpoint } from '../../../lib/api/index.ts'
import { compareModes, comparisonToGeojson } from '../../../lib/routing/index.ts'
import { regionEngine } from '../region-engine.ts'
import { compare } from './contract.ts'

export const handler = endpoint(
  compare,
  { engine: regionEngine },
  (request, { engine, ...context }) => compareModes(engine, request, context),
  { geojson: comparisonToGeojson },
)
