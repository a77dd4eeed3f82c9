import { endpoint } from '../../../lib/api/index.ts'
import { findIsochrone, isochroneToGeojson } from '../../../lib/routing/index.ts'
import { openIsochronePlaces } from '../../geocoding/isochrone-places.ts'
import { openRegionEngine } from '../region-engine.ts'
import { isochrone } from './contract.ts'

export const handler = endpoint(
  isochrone,
  { engine: openRegionEngine, places: openIsochronePlaces },
  async (request, { engine, format, ...context }) => {
    const answer = await findIsochrone(engine, request, context)
    return format === 'geojson' ? isochroneToGeojson(answer) : answer
  },
)
