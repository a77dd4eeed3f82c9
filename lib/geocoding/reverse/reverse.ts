import type { Gazetteer, Nearby } from '../../gazetteer/index.ts'
import { type AreaType, areaTypes, type Place, type PlaceType } from '../../gazetteer/index.ts'
import type { LatLon } from '../../geo/index.ts'
import type { FindContext, SearchResult } from '../query.ts'

export interface ReverseQuery extends LatLon {
  size: number
  /** How far addresses, streets, venues and centres of postcodes are looked for. */
  radiusMeters: number
  /** Without any: addresses, streets and venues, and where there is none of them the areas. */
  types?: readonly PlaceType[] | undefined
}

/** How far from a street its houses and yards still are in the areas that it is in. */
const besideStreetMeters = 500

/** What is answered when no types are asked for. */
const usualTypes: readonly PlaceType[] = ['address', 'street', 'venue']

/** A house this near speaks for its street: the street is no result of its own then. */
const speaksForStreetMeters = 50

/** How sure an area is of what was asked, by the ladder of forward search. */
const areaConfidence: Record<AreaType, number> = {
  neighbourhood: 0.6,
  locality: 0.6,
  county: 0.4,
  region: 0.3,
  country: 0.1,
}

/**
 * What is at a point: addresses, streets and venues by distance, then areas that contain it, the
 * narrowest first.
 *
 * Without types only the former are given, and the areas in their place when nothing is within the
 * radius: on a mountain the answer is the commune it stands in. With types exactly those; of an area
 * type without a shape around the point, the nearest centre within the radius.
 *
 * Confidence by distance, as Pelias has it: 1 within a metre, 0.9 within 10, 0.8 within 100, 0.7 within
 * 250, 0.6 within 1,000, then 0.5; 1 for areas asked for by type that contain the point.
 *
 * Throws `service_unavailable`.
 */
export async function reverse(
  gazetteer: Gazetteer,
  query: ReverseQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  const { size, types } = query
  const done = context.stage?.('find')
  try {
    if (types?.length) return (await ofTypes(gazetteer, query, types, context)).slice(0, size)
    const near = await nearest(gazetteer, query, usualTypes, context)
    if (near.length > 0) return near.slice(0, size)
    const around = await gazetteer.containing(query, context)
    return around
      .filter(isArea)
      .slice(0, size)
      .map((place) => toArea(place, true))
  } finally {
    done?.()
  }
}

async function ofTypes(
  gazetteer: Gazetteer,
  query: ReverseQuery,
  types: readonly PlaceType[],
  context: FindContext,
): Promise<SearchResult[]> {
  const areas = types.filter((type): type is AreaType => isAreaType(type))
  const points = types.filter((type) => !isAreaType(type))
  const [near, around] = await Promise.all([
    points.length > 0 ? nearest(gazetteer, query, points, context) : [],
    areas.length > 0 ? areasAt(gazetteer, query, context) : [],
  ])
  const within = around.filter((place) => (types as readonly string[]).includes(place.type))
  const missing = areas.filter((type) => !within.some((place) => place.type === type))
  const centres = missing.length > 0 ? await nearest(gazetteer, query, missing, context) : []
  // Of a kind that nobody is in, the nearest alone: the next would be a neighbour's.
  const nearestOfEach = missing.flatMap(
    (type) => centres.find(({ place }) => place.type === type) ?? [],
  )
  const ofAreas = [...within.map((place) => toArea(place, false)), ...nearestOfEach]
  const narrowestFirst = (a: SearchResult, b: SearchResult) =>
    areaTypes.indexOf(b.place.type as AreaType) - areaTypes.indexOf(a.place.type as AreaType)
  return [...near, ...ofAreas.toSorted(narrowestFirst)]
}

/**
 * The areas a point is in: first those of the nearest address or street, which an answer of that would
 * name, then others whose shape holds the point. A village without a border lies within a municipality.
 */
async function areasAt(
  gazetteer: Gazetteer,
  at: LatLon,
  context: FindContext,
): Promise<(Place & { type: AreaType })[]> {
  const { signal } = context
  const reading = signal ? { signal } : {}
  const [[beside], holding] = await Promise.all([
    gazetteer.near(at, {
      ...reading,
      radiusMeters: besideStreetMeters,
      types: ['address', 'street'],
      limit: 1,
    }),
    gazetteer.containing(at, reading),
  ])
  const docIds = beside?.place.parents.map(({ docId }) => docId) ?? []
  const named = docIds.length > 0 ? await gazetteer.places(docIds, reading) : []
  return [...named, ...holding.filter(({ docId }) => !docIds.includes(docId))].filter(isArea)
}

async function nearest(
  gazetteer: Gazetteer,
  query: ReverseQuery,
  types: readonly PlaceType[],
  context: FindContext,
): Promise<SearchResult[]> {
  const { size, radiusMeters } = query
  const nearby = await gazetteer.near(query, {
    radiusMeters,
    types,
    // Streets that a house speaks for, and a thing that is mapped twice, take no place of the answer.
    limit: 2 * size + 10,
    ...(context.signal && { signal: context.signal }),
  })
  return distinct(nearby).sort(byDistance).map(toFound)
}

/** Each thing once, and no street that a house nearby is on. */
function distinct(nearby: readonly Nearby[]): Nearby[] {
  const spokenFor = new Set(
    nearby
      .filter(({ house, distanceMeters }) => house && distanceMeters <= speaksForStreetMeters)
      .map(({ place }) => place.docId),
  )
  const seen = new Set<string>()
  return nearby.filter(({ place, house }) => {
    if (!house && place.type === 'street' && spokenFor.has(place.docId)) return false
    const key = house ? `house ${house.id} ${house.number}` : `place ${place.docId}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** At equal distance addresses first. */
function byDistance(a: Nearby, b: Nearby): number {
  return a.distanceMeters - b.distanceMeters || Number(isAddress(b)) - Number(isAddress(a))
}

function isAddress({ place, house }: Nearby): boolean {
  return house !== undefined || place.type === 'address'
}

function toFound({ place, house, at, distanceMeters }: Nearby): SearchResult {
  return {
    place,
    ...(house && { house }),
    at,
    matchType: house?.interpolated ? 'interpolated' : 'exact',
    confidence: confidenceAt(distanceMeters),
    distanceMeters,
  }
}

function toArea(place: Place & { type: AreaType }, isFallback: boolean): SearchResult {
  return {
    place,
    at: { lat: place.lat, lon: place.lon },
    matchType: isFallback ? 'fallback' : 'exact',
    confidence: isFallback ? areaConfidence[place.type] : 1,
  }
}

function confidenceAt(distanceMeters: number): number {
  if (distanceMeters < 1) return 1
  if (distanceMeters < 10) return 0.9
  if (distanceMeters < 100) return 0.8
  if (distanceMeters < 250) return 0.7
  return distanceMeters < 1000 ? 0.6 : 0.5
}

function isAreaType(type: PlaceType): type is AreaType {
  return (areaTypes as readonly string[]).includes(type)
}

function isArea(place: Place): place is Place & { type: AreaType } {
  return isAreaType(place.type)
}
