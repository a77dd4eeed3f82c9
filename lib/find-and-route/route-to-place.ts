import { untimed } from '../concurrency/index.ts'
import type { Gazetteer } from '../gazetteer/index.ts'
import { roundCoordinate } from '../geo/index.ts'
import {
  coordinatesIn,
  geocodeFailed,
  renderPlaces,
  type SearchQuery,
  search,
} from '../geocoding/index.ts'
import { type Engine, findRoute, type RoutingContext } from '../routing/index.ts'
import { alternativesTo, type FoundPlace, positionOf } from './alternatives.ts'
import { describeRefusal } from './describe-refusal.ts'
import type { FindAndRouteRequest, FindAndRouteResponse } from './schemas/index.ts'

/** What the operation works with. */
export interface FindAndRouteContext extends RoutingContext {
  engine: Engine
  gazetteer: Gazetteer
}

/** Results that a text is searched for: enough that three other places are among them, where there are. */
export const searchSize = 20

/** Matches below this confidence have a warning. */
const doubtfulConfidence = 0.8

/**
 * The route to the place that a text means, near the origin if several do. The origin is a position, or a place
 * itself that a text means.
 *
 * Throws `geocode_failed` (with `partial`) for texts that name no place; as `findRoute`, with the `place` that was
 * found where there is no road or route to it; `service_unavailable`.
 */
export async function routeToPlace(
  request: FindAndRouteRequest,
  context: FindAndRouteContext,
): Promise<FindAndRouteResponse> {
  const { origin, destination, country, origin_country, lang, ...options } = request
  const { engine, gazetteer, signal, warn, timed = untimed } = context

  const find = async (query: Omit<SearchQuery, 'size'>): Promise<FoundPlace[]> => {
    const results = await search(gazetteer, { ...query, size: searchSize }, context)
    const places = timed('describe', () => renderPlaces(results, { languages: lang }))
    return results.map((result, i) => ({ result, place: places[i]! }))
  }

  const isText = typeof origin === 'string'
  if (!isText && origin_country) warn('ignored origin_country: the origin is a position')
  const [start] = isText ? await find({ text: origin, ...inCountry(origin_country) }) : []
  const from = isText ? start && positionOf(start.place) : rounded(origin)
  // Also without an origin, so that the caller learns of both texts at once.
  const focus = from && { focus: from }
  const [match, ...others] = await find({ text: destination, ...inCountry(country), ...focus })
  const to = match && positionOf(match.place)
  if (!from || !to) {
    throw geocodeFailed([
      ...(isText
        ? [{ field: 'origin', text: origin, at: from, ...inCountry(origin_country) }]
        : []),
      { field: 'destination', text: destination, at: to, ...inCountry(country) },
    ])
  }

  if (isText) warnOfDoubt('origin', origin, start!, warn)
  warnOfDoubt('destination', destination, match, warn)
  // Coordinates have one meaning.
  const alternatives = coordinatesIn(destination)
    ? []
    : await alternativesTo(match, others, gazetteer, signal)

  const locations = [from, to]
  const { route } = await findRoute(
    engine,
    { ...options, locations, alternates: 0 },
    context,
  ).catch((error) => {
    throw describeRefusal(error, [start?.place, match.place])
  })
  return {
    origin: echoOf(origin, from, start),
    destination: match.place,
    ...(alternatives.length > 0 && { alternatives }),
    route,
  }
}

function inCountry(country: string | undefined) {
  return country ? { countries: [country] } : {}
}

function rounded({ lat, lon }: { lat: number; lon: number }) {
  return { lat: roundCoordinate(lat), lon: roundCoordinate(lon) }
}

/** Names and labels may have letters that no header can carry, so the warning has none. */
function warnOfDoubt(
  field: string,
  text: string,
  { place: { confidence, match_type } }: FoundPlace,
  warn: (text: string) => void,
): void {
  // A text of coordinates names a point, and the place is what is there.
  if (coordinatesIn(text) || (match_type !== 'fallback' && confidence >= doubtfulConfidence)) return
  warn(`${field} matches in part, with a confidence of ${confidence}: check its label`)
}

function echoOf(
  origin: FindAndRouteRequest['origin'],
  { lat, lon }: { lat: number; lon: number },
  start: FoundPlace | undefined,
): FindAndRouteResponse['origin'] {
  const coordinates = { lat, lng: lon }
  if (typeof origin !== 'string' || !start) return { coordinates }
  const { name, label, place_type, country, country_code } = start.place
  return {
    coordinates,
    resolved_from: origin,
    name,
    label,
    place_type,
    ...(country && { country }),
    ...(country_code && { country_code }),
  }
}
