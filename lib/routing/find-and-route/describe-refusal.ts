import type { RenderedPlace } from '#places/search/schemas'
import { ApiError } from '#platform/errors'

/** Places of the origin and the destination; undefined for an origin that was specified as a position. */
type RoutePlaces = readonly [RenderedPlace | undefined, RenderedPlace]

/**
 * Adds the place concerned to a routing error, in the message and as `place`: the origin if it has no road, else the
 * destination. Moves details about `locations` to `destination`, a field of this request. Returns other errors
 * unchanged.
 */
export function describeRefusal(error: unknown, [origin, destination]: RoutePlaces): unknown {
  if (!(error instanceof ApiError)) return error
  const { details, ...fields } = error.fields
  const isTooFar = details?.some(({ path }) => path === 'locations') ?? false
  if (error.status !== 422 && !isTooFar) return error
  const isOrigin = fields.location_index === 0
  const place = isOrigin ? origin : destination
  const label = place ? `, ${place.label}` : ''
  const which = isOrigin
    ? `Location 0 is the origin${label}.`
    : `Location 1 is the destination${label}.`
  return new ApiError(error.code, `${error.message} ${which}`, {
    cause: error,
    fields: {
      ...fields,
      ...(details && { details: details.map((detail) => ({ ...detail, path: 'destination' })) }),
      ...(place && { place: pickSummary(place) }),
    },
  })
}

function pickSummary({ name, label, place_type, coordinates }: RenderedPlace) {
  return { name, label, place_type, coordinates }
}
