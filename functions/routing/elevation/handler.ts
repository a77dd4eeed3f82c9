import { elevationToGeojson, findElevation } from '#ground/elevation'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionElevation } from '../region-elevation.ts'
import { elevation } from './contract.ts'

type Answer = Awaited<ReturnType<typeof findElevation>>

export const handler = regionEndpoint(
  elevation,
  { heights: regionElevation },
  (request, { heights, ...context }) => findElevation(heights, request, context),
  {
    choice: chooseByPoints(({ shape, encoded_polyline }) => shape ?? encoded_polyline ?? [], {
      isEmpty: hasNoHeight,
      data: 'elevation',
    }),
    geojson: elevationToGeojson,
  },
)

function hasNoHeight({ height, range_height }: Answer): boolean {
  const heights = height ?? range_height?.map(([, height]) => height) ?? []
  return heights.every((height) => height === null)
}
