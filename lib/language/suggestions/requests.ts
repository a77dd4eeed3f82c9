import type { Intent, RefusalReason } from '../reader/index.ts'
import type { SuggestionTable } from './table.ts'

export type RequestName = keyof SuggestionTable['requests']

/** Intent of each request and the number of places that it needs. */
export const requests: Readonly<Record<RequestName, { intent: Intent; places: number }>> = {
  where: { intent: 'geocode', places: 1 },
  height: { intent: 'elevation', places: 1 },
  reach: { intent: 'isochrone', places: 1 },
  route: { intent: 'route', places: 2 },
  drive: { intent: 'route', places: 2 },
  restaurants: { intent: 'geocode', places: 1 },
  hotels: { intent: 'geocode', places: 1 },
  stops: { intent: 'geocode', places: 1 },
  sights: { intent: 'geocode', places: 1 },
  pharmacy: { intent: 'geocode', places: 1 },
  parking: { intent: 'geocode', places: 1 },
  order: { intent: 'optimize', places: 3 },
  table: { intent: 'matrix', places: 3 },
  address: { intent: 'reverse_geocode', places: 0 },
}

/** Requests similar to a question that no backend answers, most similar first. */
const similarRequests: Readonly<Record<RefusalReason, readonly RequestName[]>> = {
  opening_hours: ['where', 'reach', 'parking', 'stops'],
  rating: ['restaurants', 'hotels', 'sights', 'where'],
  price: ['where', 'parking', 'stops', 'reach'],
  timetable: ['stops', 'reach', 'where', 'parking'],
  forecast: ['where', 'height', 'sights', 'reach'],
  opinion: ['where', 'sights', 'restaurants', 'height'],
  count: ['restaurants', 'hotels', 'sights', 'where'],
  other_topic: ['where', 'sights', 'reach', 'height'],
  relative_without_location: ['where', 'pharmacy', 'reach', 'restaurants'],
  incomplete: ['where', 'reach', 'restaurants', 'height'],
  no_request: ['where', 'reach', 'restaurants', 'height'],
}

/** Refusals for which a route between two named places is a good suggestion. */
const tripRefusals: ReadonlySet<RefusalReason> = new Set([
  ...(['price', 'timetable', 'relative_without_location', 'incomplete', 'no_request'] as const),
])
const betweenTwo: readonly RequestName[] = ['drive', 'route']

const requestsByIntent: Readonly<Record<Intent, readonly RequestName[]>> = {
  route: ['route', 'drive'],
  optimize: ['order', 'table', 'route'],
  isochrone: ['reach'],
  elevation: ['height'],
  matrix: ['table', 'drive'],
  geocode: ['pharmacy', 'restaurants', 'where', 'stops'],
  reverse_geocode: ['address', 'where', 'sights'],
}

/** Lists the requests to suggest, most similar first. */
export function listSimilarRequests(
  refusal: RefusalReason,
  { intent, placeCount }: { intent?: Intent | undefined; placeCount: number },
): RequestName[] {
  const pairRequests = placeCount >= 2 && tripRefusals.has(refusal) ? betweenTwo : []
  const isOpenRefusal =
    refusal === 'incomplete' || refusal === 'relative_without_location' || refusal === 'no_request'
  const same = intent ? requestsByIntent[intent] : []
  const near = similarRequests[refusal]
  return [
    ...new Set(
      isOpenRefusal ? [...same, ...pairRequests, ...near] : [...pairRequests, ...near, ...same],
    ),
  ]
}
