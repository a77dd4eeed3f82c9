import { locate as locateAll, locateToGeojson } from '#routing/operations'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { locate } from './contract.ts'

type Answer = Awaited<ReturnType<typeof locateAll>>

export const handler = regionEndpoint(
  locate,
  { engine: regionEngine },
  (request, { engine, ...context }) => locateAll(engine, request, context),
  {
    choice: chooseByPoints(({ locations }) => locations, { isEmpty: hasNoRoad }),
    geojson: locateToGeojson,
  },
)

function hasNoRoad({ locations }: Answer): boolean {
  return locations.every(({ snapped }) => snapped === null)
}
