import { warmSearch } from '#places/search'
import { alongRouteToGeojson, searchAlongRoute } from '#routing/along-route'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { searchAlongRoute as contract } from './contract.ts'

export const handler = regionEndpoint(
  contract,
  { engine: regionEngine, gazetteer: regionGazetteer },
  (request, { engine, gazetteer, ...context }) =>
    searchAlongRoute(engine, gazetteer, request, context),
  {
    choice: chooseByPoints(({ locations }) => locations),
    geojson: alongRouteToGeojson,
    warm: warmSearch,
  },
)
