import { warmSearch } from '#places/search'
import { findIsochrone, isochroneToGeojson } from '#routing/operations'
import { openIsochronePlaces } from '../../geocoding/isochrone-places.ts'
import { chooseByNames, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { isochrone } from './contract.ts'

export const handler = regionEndpoint(
  isochrone,
  { engine: regionEngine, places: openIsochronePlaces },
  (request, { engine, ...context }) => findIsochrone(engine, request, context),
  {
    choice: chooseByNames(({ locations, from }) => ({
      points: locations ?? [],
      texts: from === undefined ? [] : [{ text: from }],
    })),
    geojson: isochroneToGeojson,
    warm: warmSearch,
  },
)
