import { endpoint } from '../../../lib/api/index.ts'
import { optimizedToGeojson, optimizeStops } from '../../../lib/routing/index.ts'
import { regionEngine } from '../region-engine.ts'
import { optimize } from './contract.ts'

export const handler = endpoint(
  optimize,
  { engine: regionEngine },
  (request, { engine, ...context }) => optimizeStops(engine, request, context),
  { geojson: optimizedToGeojson },
)
