import { distanceMeters } from '#ground/geo'
import type { PlacePoint, RequestDetails } from './place-point.ts'

/** Number of heights of a profile, enough for a drawing. */
const profileSamples = 200

/** Bounds of `resample_distance`, metres. */
const spacing = { min: 10, max: 1_000 }

/**
 * Builds a request for the heights of the places or, for a profile, along the straight lines between them. The
 * operation expects a line. A profile along the roads is the `terrain` of a route, which is another operation with
 * its own price.
 */
export function buildElevationParameters(
  places: readonly PlacePoint[],
  { slots, warn }: RequestDetails,
) {
  const shape = places.map(({ position }) => position)
  if (slots.elevation !== 'profile' || shape.length < 2) return { shape }
  warn('the profile follows the straight line between the places; ask for a route for one by road')
  const legs = shape.slice(1).map((position, i) => distanceMeters(shape[i]!, position))
  const meters = legs.reduce((sum, leg) => sum + leg, 0)
  const wanted = Math.round(meters / profileSamples / spacing.min) * spacing.min
  return {
    shape,
    range: true,
    resample_distance: Math.min(spacing.max, Math.max(spacing.min, wanted)),
  }
}
