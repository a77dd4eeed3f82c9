import { roundPosition } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import { coordinatesIn, geocodeFailed, type TextToGeocode } from '#places/search'
import type { RenderedPlace } from '#places/search/schemas'
import { type Engine, findRoute, type RoutingContext } from '#routing/operations'
import { findAlternatives } from './alternatives.ts'
import { describeRefusal } from './describe-refusal.ts'
import { geocodeText, readPosition } from './geocode-text.ts'
import type { FindAndRouteRequest, FindAndRouteResponse } from './schemas/index.ts'

/** Engine, search and settings of the operation. */
export interface FindAndRouteContext extends RoutingContext {
  engine: Engine
  gazetteer: Gazetteer
}

/**
 * Finds the place that the text `destination` names, near the origin if several match, and the route to it. The
 * origin is a position, or a text that names a place.
 *
 * Throws `geocode_failed` (with `partial`) when a text names no place, the errors of `findRoute` with the `place`
 * that has no road or route, and `service_unavailable`.
 */
export async function routeToPlace(
  request: FindAndRouteRequest,
  context: FindAndRouteContext,
): Promise<FindAndRouteResponse> {
  const { origin, destination, country, origin_country, lang: languages, ...options } = request
  const { engine, gazetteer, signal, warn } = context
  const originText =
    typeof origin === 'string' ? makeTextToGeocode('origin', origin, origin_country) : undefined
  const destinationText = makeTextToGeocode('destination', destination, country)
  if (!originText && origin_country) warn('ignored origin_country: the origin is a position')

  const originResults = originText
    ? await geocodeText(gazetteer, originText, { focus: undefined, languages }, context)
    : undefined
  const originMatch = originResults?.found[0]
  const from =
    typeof origin === 'string'
      ? originMatch && readPosition(originMatch.place)
      : roundPosition(origin)
  // Runs even if the origin is not found, so that one error names both texts.
  const { found, unsure } = await geocodeText(
    gazetteer,
    destinationText,
    { focus: from, languages },
    context,
  )
  const [match, ...others] = found
  const to = match && readPosition(match.place)
  if (!from || !to) {
    const originTexts = originText
      ? [{ ...originText, at: from, unsure: originResults?.unsure }]
      : []
    throw geocodeFailed([...originTexts, { ...destinationText, at: to, unsure }])
  }
  // Coordinates are unambiguous.
  const alternatives = coordinatesIn(destination)
    ? []
    : await findAlternatives(match, others, gazetteer, signal)

  const routeRequest = { ...options, locations: [from, to], alternates: 0 }
  const { route } = await findRoute(engine, routeRequest, context).catch((error) => {
    throw describeRefusal(error, [originMatch?.place, match.place])
  })
  return {
    origin: {
      coordinates: { lat: from.lat, lng: from.lon },
      ...(originText && originMatch && describeOrigin(originText, originMatch.place)),
    },
    destination: match.place,
    ...(alternatives.length > 0 && { alternatives }),
    route,
  }
}

function makeTextToGeocode(
  field: string,
  text: string,
  country: string | undefined,
): TextToGeocode {
  return { field, text, ...(country && { countries: [country] }) }
}

function describeOrigin({ text }: TextToGeocode, place: RenderedPlace) {
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
