import { endpoint } from '../../../lib/api/index.ts'
import { locate as locateAll, locateToGeojson } from '../../../lib/routing/index.ts'
import { regionEngine } from '../region-engine.ts'
import { locate } from './contract.ts'

export const handler = endpoint(
  locate,
  { engine: regionEngine },
  (request, { engine, ...context }) => locateAll(engine, request, context),
  { geojson: locateToGeojson },
)
