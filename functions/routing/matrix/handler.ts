import type * as z from 'zod'
import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { findMatrix, matrixToGeojson, maxSnapDistanceMeters } from '#routing/operations'
import type { MatrixRequest } from '#routing/schemas'
import { chooseByPoints, regionEndpoint } from '../../regions/index.ts'
import { regionEngine } from '../region-engine.ts'
import { matrix } from './contract.ts'

type Request = z.output<typeof MatrixRequest>
type Answer = Awaited<ReturnType<typeof findMatrix>>

export const handler = regionEndpoint(
  matrix,
  { engine: regionEngine },
  (request, { engine, ...context }) => findMatrix(engine, request, context),
  {
    choice: chooseByPoints(({ sources, targets }) => [...sources, ...targets], {
      isEmpty: hasNoCell,
      refusal: refuseOutside,
    }),
    geojson: matrixToGeojson,
  },
)

function hasNoCell({ matrix }: Answer): boolean {
  return matrix.every((row) => row.every((cell) => cell === null))
}

/** Makes the error for a matrix without any cell because all sources or all targets lie outside the data. */
function refuseOutside(
  { sources, targets, travel }: Request,
  isOutside: (point: LatLon) => boolean,
): ApiError | undefined {
  const isSource = sources.every(isOutside)
  if (!isSource && !targets.every(isOutside)) return undefined
  const reach = maxSnapDistanceMeters.toLocaleString('en-US')
  return new ApiError(
    'location_not_routable',
    `${isSource ? 'sources.0' : 'targets.0'} has no road within ${reach} m that is open to ${travel}.`,
    { fields: { location_index: isSource ? 0 : sources.length } },
  )
}
