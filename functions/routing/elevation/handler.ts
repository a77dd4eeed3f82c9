import { endpoint } from '../../../lib/api/index.ts'
import { elevationToGeojson, findElevation } from '../../../lib/elevation/index.ts'
import { followRegionElevation, heightsOf } from '../region-elevation.ts'
import { elevation } from './contract.ts'

export const handler = endpoint(
  elevation,
  { region: followRegionElevation },
  async (request, { region, format, ...context }) => {
    const answer = await findElevation(heightsOf(region), request, context)
    return format === 'geojson' ? elevationToGeojson(answer) : answer
  },
)
