import { endpoint } from '../../../lib/api/index.ts'
import { snappedToGeojson, snapTrace } from '../../../lib/routing/index.ts'
import { regionEngine } from '../region-engine.ts'
import { snap } from './contract.ts'

export const handler = endpoint(
  snap,
  { engine: regionEngine },
  (request, { engine, ...context }) => snapTrace(engine, request, context),
  { geojson: snappedToGeojson },
)
