import { travelOptions } from './avoid.ts'
import { departureTime } from './departure.ts'
import type { PlacePoint, RequestDetails } from './place-point.ts'

const positionOf = ({ position }: PlacePoint) => position

/** Places in the order of travel: origin, stops as typed, destination. */
function inOrder(places: readonly PlacePoint[]) {
  const is = (role: string) => places.filter((place) => place.role === role)
  const between = places.filter(({ role }) => role !== 'origin' && role !== 'destination')
  return [...is('origin'), ...between, ...is('destination')].map(positionOf)
}

export function routeParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, language, now, warn } = options
  const { travel = 'auto', roundTripKm, alternates, units, departure } = slots
  const locations = inOrder(places)
  if (slots.returnToStart && locations[0]) locations.push(locations[0])
  return {
    locations,
    round_trip: roundTripKm && { distance_meters: Math.round(roundTripKm * 1000) },
    travel,
    travel_options: travelOptions(travel, slots.avoid, warn),
    departure_time: departureTime(departure, { now, warn }),
    units,
    language,
    alternates,
  }
}

/**
 * The first and the last location stay where they are, so the end of the tour must be one: the stated end, or else the
 * start, to which the tour returns.
 */
export function optimizeParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, language, warn } = options
  const { travel = 'auto', units } = slots
  const locations = inOrder(places)
  if (!places.some(({ role }) => role === 'destination') && locations[0]) {
    if (!slots.returnToStart) warn('no end of the tour is stated: it returns to its start')
    locations.push(locations[0])
  }
  return {
    locations,
    travel,
    travel_options: travelOptions(travel, slots.avoid, warn),
    units,
    language,
  }
}

export function matrixParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, warn } = options
  const { travel = 'auto' } = slots
  const of = (role: string) => places.filter((place) => place.role === role).map(positionOf)
  return {
    sources: of('source'),
    targets: of('target'),
    travel,
    travel_options: travelOptions(travel, slots.avoid, warn),
  }
}
