import type { LatLon } from '#ground/geo'
import {
  type AreaType,
  areaTypes,
  type Gazetteer,
  isAreaType,
  type Nearby,
  type Place,
  type PlaceType,
} from '#places/gazetteer'
import { untimed } from '#platform/concurrency'
import type { SearchContext } from '../context.ts'
import { confidenceOf } from '../rank/confidence.ts'
import type { SearchResult } from '../search-result.ts'
import { nearestPlaces } from './nearest-places.ts'

export interface ReverseQuery extends LatLon {
  size: number
  /** Search radius for addresses, streets, venues and the centres of areas and postcodes. */
  radiusMeters: number
  /** Without types: addresses, streets and venues, or the areas where there is none of them. */
  types?: readonly PlaceType[] | undefined
}

/** Types of results when no types are asked for. */
export const usualTypes: readonly PlaceType[] = ['address', 'street', 'venue']

/** A point so near a street is in the street's areas. */
const besideStreetMeters = 500

type Area = Place & { type: AreaType }

/**
 * Places at a point: addresses, streets and venues by distance, then areas around it, the narrowest first.
 * The address of the point may precede a nearer street, see {@link nearestPlaces}.
 *
 * Without types only the former, and the areas in their place when nothing is within the radius: on a
 * mountain the result is its commune. With types exactly those; if no area of a type contains the point,
 * the nearest centre within the radius.
 *
 * Confidence by distance, as in Pelias: 1 within a metre, 0.9 within 10, 0.8 within 100, 0.7 within 250,
 * 0.6 within 1,000, then 0.5, and at most that of the result before; 1 for areas asked for by type that
 * contain the point.
 *
 * Throws `service_unavailable`.
 */
export function reverse(
  gazetteer: Gazetteer,
  query: ReverseQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { timed = untimed } = context
  return timed('find', async () => {
    const { size, types } = query
    if (types?.length) return (await ofTypes(gazetteer, query, types, context)).slice(0, size)
    const near = await nearest(gazetteer, query, usualTypes, context)
    if (near.length > 0) return near.slice(0, size)
    const areas = (await gazetteer.containing(query, context)).filter(isArea)
    return areas.slice(0, size).map((area) => ({
      ...areaResult(area),
      ...confidenceOf({ type: area.type, number: 'missing' }),
    }))
  })
}

async function ofTypes(
  gazetteer: Gazetteer,
  query: ReverseQuery,
  types: readonly PlaceType[],
  context: SearchContext,
): Promise<SearchResult[]> {
  const wantedAreas = types.filter(isAreaType)
  const others = types.filter((type) => !isAreaType(type))
  const [near, areas] = await Promise.all([
    others.length > 0 ? nearest(gazetteer, query, others, context) : [],
    wantedAreas.length > 0 ? areasAt(gazetteer, query, context) : [],
  ])
  const containing = areas.filter(({ type }) => wantedAreas.includes(type))
  const missing = wantedAreas.filter((type) => !containing.some((area) => area.type === type))
  const centres = missing.length > 0 ? await nearest(gazetteer, query, missing, context) : []
  // If no area contains the point, only the nearest: the next one is a neighbour's.
  const nearestCentres = missing.flatMap(
    (type) => centres.find(({ place }) => place.type === type) ?? [],
  )
  const areaResults = [...containing.map(areaResult), ...nearestCentres]
  return [...near, ...areaResults.sort(narrowestFirst)]
}

function narrowestFirst(a: SearchResult, b: SearchResult): number {
  return areaTypes.indexOf(b.place.type as AreaType) - areaTypes.indexOf(a.place.type as AreaType)
}

/**
 * The areas of a point: those of the nearest address or street, as in its own result, then others whose
 * shape contains the point. A village without a border lies within a municipality.
 */
async function areasAt(
  gazetteer: Gazetteer,
  at: LatLon,
  { signal }: SearchContext,
): Promise<Area[]> {
  const options = signal ? { signal } : {}
  const [[beside], containing] = await Promise.all([
    gazetteer.near(at, {
      ...options,
      radiusMeters: besideStreetMeters,
      types: ['address', 'street'],
      limit: 1,
    }),
    gazetteer.containing(at, options),
  ])
  const docIds = beside?.place.parents.map(({ docId }) => docId) ?? []
  const parents = docIds.length > 0 ? await gazetteer.places(docIds, options) : []
  return [...parents, ...containing.filter(({ docId }) => !docIds.includes(docId))].filter(isArea)
}

/** The nearest places of the types. */
async function nearest(
  gazetteer: Gazetteer,
  { size, radiusMeters, ...at }: ReverseQuery,
  types: readonly PlaceType[],
  { signal }: SearchContext,
): Promise<SearchResult[]> {
  const options = { size, radiusMeters, types, ...(signal && { signal }) }
  const results = (await nearestPlaces(gazetteer, at, options)).map(toResult)
  let confidence = 1
  for (const result of results) {
    confidence = Math.min(confidence, result.confidence)
    result.confidence = confidence
  }
  return results
}

function toResult({ place, house, at, distanceMeters }: Nearby): SearchResult {
  return {
    place,
    ...(house && { house }),
    at,
    matchType: house?.interpolated ? 'interpolated' : 'exact',
    confidence: confidenceAt(distanceMeters),
    distanceMeters,
  }
}

function areaResult(area: Area): SearchResult {
  return { place: area, at: { lat: area.lat, lon: area.lon }, matchType: 'exact', confidence: 1 }
}

function confidenceAt(distanceMeters: number): number {
  if (distanceMeters < 1) return 1
  if (distanceMeters < 10) return 0.9
  if (distanceMeters < 100) return 0.8
  if (distanceMeters < 250) return 0.7
  return distanceMeters < 1000 ? 0.6 : 0.5
}

function isArea(place: Place): place is Area {
  return isAreaType(place.type)
}
