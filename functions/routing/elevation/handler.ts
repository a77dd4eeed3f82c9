import { endpoint } from '../../../lib/api/index.ts'
import { elevationToGeojson, findElevation } from '../../../lib/elevation/index.ts'
import { regionElevation } from '../region-elevation.ts'
import { elevation } from './contract.ts'

export const handler = endpoint(
  elevation,
  { heights: regionElevation },
  (request, { heights, ...context }) => findElevation(heights, request, context),
  { geojson: elevationToGeojson },
)
