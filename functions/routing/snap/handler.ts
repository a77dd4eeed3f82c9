import { snappedToGeojson, snapTrace } from '#routing/operations'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { snap } from './contract.ts'

export const handler = regionEndpoint(
  snap,
  { engine: regionEngine },
  (request, { engine, ...context }) => snapTrace(engine, request, context),
  {
    choice: chooseByPoints(({ shape, encoded_polyline }) => shape ?? encoded_polyline ?? []),
    geojson: snappedToGeojson,
  },
)
