import type { Intent, RefusalReason } from '../reader/index.ts'
import type { SuggestionTable } from './table.ts'

export type RequestName = keyof SuggestionTable['requests']

/** The intent of each request, and the places that it needs. */
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

/** Requests near to a question that no backend answers, nearest first. */
const nearTo: Readonly<Record<RefusalReason, readonly RequestName[]>> = {
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

/** A way between two named places is near to these. */
const isOfTrips: ReadonlySet<RefusalReason> = new Set([
  ...(['price', 'timetable', 'relative_without_location', 'incomplete', 'no_request'] as const),
])
const betweenTwo: readonly RequestName[] = ['drive', 'route']

const ofIntent: Readonly<Record<Intent, readonly RequestName[]>> = {
  route: ['route', 'drive'],
  optimize: ['order', 'table', 'route'],
  isochrone: ['reach'],
  elevation: ['height'],
  matrix: ['table', 'drive'],
  geocode: ['pharmacy', 'restaurants', 'where', 'stops'],
  reverse_geocode: ['address', 'where', 'sights'],
}

/** Requests to suggest, nearest first. */
export function requestsNear(
  refusal: RefusalReason,
  { intent, placeCount }: { intent?: Intent | undefined; placeCount: number },
): RequestName[] {
  const ofPair = placeCount >= 2 && isOfTrips.has(refusal) ? betweenTwo : []
  const isOfKind =
    refusal === 'incomplete' || refusal === 'relative_without_location' || refusal === 'no_request'
  const same = intent ? ofIntent[intent] : []
  const near = nearTo[refusal]
  return [...new Set(isOfKind ? [...same, ...ofPair, ...near] : [...ofPair, ...near, ...same])]
}
