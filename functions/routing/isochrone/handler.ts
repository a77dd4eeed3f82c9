import { endpoint } from '../../../lib/api/index.ts'
import { warmSearch } from '../../../lib/geocoding/index.ts'
import { findIsochrone, isochroneToGeojson } from '../../../lib/routing/index.ts'
import { openIsochronePlaces } from '../../geocoding/isochrone-places.ts'
import { regionEngine } from '../region-engine.ts'
import { isochrone } from './contract.ts'

export const handler = endpoint(
  isochrone,
  { engine: regionEngine, places: openIsochronePlaces },
  (request, { engine, ...context }) => findIsochrone(engine, request, context),
  { geojson: isochroneToGeojson, warm: warmSearch },
)
