import { compareModes, comparisonToGeojson } from '#routing/operations'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { compare } from './contract.ts'

export const handler = regionEndpoint(
  compare,
  { engine: regionEngine },
  (request, { engine, ...context }) => compareModes(engine, request, context),
  { choice: chooseByPoints(({ locations }) => locations), geojson: comparisonToGeojson },
)
