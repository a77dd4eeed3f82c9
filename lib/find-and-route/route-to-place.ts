import type { Gazetteer } from '../gazetteer/index.ts'
import { type LatLon, roundCoordinate } from '../geo/index.ts'
import { coordinatesIn, geocodeFailed, type SoughtText } from '../geocoding/index.ts'
import type { RenderedPlace } from '../geocoding/schemas/index.ts'
import { type Engine, findRoute, type RoutingContext } from '../routing/index.ts'
import { alternativesTo } from './alternatives.ts'
import { describeRefusal } from './describe-refusal.ts'
import { findText, positionOf } from './find-text.ts'
import type { FindAndRouteRequest, FindAndRouteResponse } from './schemas/index.ts'

/** What the operation works with. */
export interface FindAndRouteContext extends RoutingContext {
  engine: Engine
  gazetteer: Gazetteer
}

/**
 * The route to the place that a text means, near the origin if several do. The origin is a position, or itself
 * a place that a text means.
 *
 * Throws `geocode_failed` (with `partial`) for texts that name no place; what `findRoute` throws, with the `place`
 * that was found where there is no road or route to it; `service_unavailable`.
 */
export async function routeToPlace(
  request: FindAndRouteRequest,
  context: FindAndRouteContext,
): Promise<FindAndRouteResponse> {
  const { origin, destination, country, origin_country, lang: languages, ...options } = request
  const { engine, gazetteer, signal, warn } = context
  const originText =
    typeof origin === 'string' ? soughtText('origin', origin, origin_country) : undefined
  const destinationText = soughtText('destination', destination, country)
  if (!originText && origin_country) warn('ignored origin_country: the origin is a position')

  const [start] = originText
    ? await findText(gazetteer, originText, { focus: undefined, languages }, context)
    : []
  const from = typeof origin === 'string' ? start && positionOf(start.place) : rounded(origin)
  // Also without an origin, so that the caller learns of both texts at once.
  const found = await findText(gazetteer, destinationText, { focus: from, languages }, context)
  const [match, ...others] = found
  const to = match && positionOf(match.place)
  if (!from || !to) {
    const ofOrigin = originText ? [{ ...originText, at: from }] : []
    throw geocodeFailed([...ofOrigin, { ...destinationText, at: to }])
  }
  // Coordinates have one meaning.
  const alternatives = coordinatesIn(destination)
    ? []
    : await alternativesTo(match, others, gazetteer, signal)

  const routeRequest = { ...options, locations: [from, to], alternates: 0 }
  const { route } = await findRoute(engine, routeRequest, context).catch((error) => {
    throw describeRefusal(error, [start?.place, match.place])
  })
  return {
    origin: {
      coordinates: { lat: from.lat, lng: from.lon },
      ...(originText && start && echoOf(originText, start.place)),
    },
    destination: match.place,
    ...(alternatives.length > 0 && { alternatives }),
    route,
  }
}

function soughtText(field: string, text: string, country: string | undefined): SoughtText {
  return { field, text, ...(country && { countries: [country] }) }
}

function rounded({ lat, lon }: LatLon): LatLon {
  return { lat: roundCoordinate(lat), lon: roundCoordinate(lon) }
}

function echoOf({ text }: SoughtText, place: RenderedPlace) {
  const { name, label, place_type, country, country_code } = place
  return {
    resolved_from: text,
    name,
    label,
    place_type,
    ...(country && { country }),
    ...(country_code && { country_code }),
  }
}
