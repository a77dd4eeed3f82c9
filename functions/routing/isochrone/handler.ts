import { warmSearch } from '../../../lib/geocoding/index.ts'
import { findIsochrone, isochroneToGeojson } from '../../../lib/routing/index.ts'
import { openIsochronePlaces } from '../../geocoding/isochrone-places.ts'
import { byNames, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { isochrone } from './contract.ts'

export const handler = regionEndpoint(
  isochrone,
  { engine: regionEngine, places: openIsochronePlaces },
  (request, { engine, ...context }) => findIsochrone(engine, request, context),
  {
    choice: byNames(({ locations, from }) => ({
      points: locations ?? [],
      texts: from === undefined ? [] : [{ text: from }],
    })),
    geojson: isochroneToGeojson,
    warm: warmSearch,
  },
)
