import { buildTravelOptions } from './avoid.ts'
import { toDepartureTime } from './departure.ts'
import type { PlacePoint, RequestDetails } from './place-point.ts'

const pickPosition = ({ position }: PlacePoint) => position

/** Sorts places into the order of travel: origin, stops as typed, destination. */
function sortByTravel(places: readonly PlacePoint[]) {
  const is = (role: string) => places.filter((place) => place.role === role)
  const between = places.filter(({ role }) => role !== 'origin' && role !== 'destination')
  return [...is('origin'), ...between, ...is('destination')].map(pickPosition)
}

export function buildRouteParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, language, now, warn } = options
  const { travel = 'auto', roundTripKm, alternates, units, departure } = slots
  const locations = sortByTravel(places)
  if (slots.returnToStart && locations[0]) locations.push(locations[0])
  return {
    locations,
    round_trip: roundTripKm && { distance_meters: Math.round(roundTripKm * 1000) },
    travel,
    travel_options: buildTravelOptions(travel, slots.avoid, warn),
    departure_time: toDepartureTime(departure, { now, warn }),
    units,
    language,
    alternates,
  }
}

/**
 * Builds the parameters of a tour. The operation keeps the first and the last location in place, so the end must be a
 * location: the stated end, or else the start again.
 */
export function buildOptimizeParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, language, warn } = options
  const { travel = 'auto', units } = slots
  const locations = sortByTravel(places)
  if (!places.some(({ role }) => role === 'destination') && locations[0]) {
    if (!slots.returnToStart) warn('no end of the tour is stated: it returns to its start')
    locations.push(locations[0])
  }
  return {
    locations,
    travel,
    travel_options: buildTravelOptions(travel, slots.avoid, warn),
    units,
    language,
  }
}

export function buildMatrixParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, warn } = options
  const { travel = 'auto' } = slots
  const of = (role: string) => places.filter((place) => place.role === role).map(pickPosition)
  return {
    sources: of('source'),
    targets: of('target'),
    travel,
    travel_options: buildTravelOptions(travel, slots.avoid, warn),
  }
}
