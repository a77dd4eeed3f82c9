import type { LatLon } from '#ground/geo'
import type { Gazetteer, Nearby, PlaceType, ReadOptions } from '#places/gazetteer'
import { houseIdOf } from '../house-id.ts'

/** A house so near, on the nearest street, is the address of a point. */
const houseOfStreetMeters = 50

/** So near a house, a point is in it or at its door, whatever street is nearer. */
const atHouseMeters = 10

interface NearestOptions extends ReadOptions {
  /** How many results are wanted; a few more are given. */
  size: number
  radiusMeters: number
  types: readonly PlaceType[]
}

/**
 * Places around a point, the nearest first, each id once. One house may come before a nearer street: where the
 * first street comes before any house, the address of the point precedes it, that is the nearest house within
 * 10 m, or the street's nearest house within 50 m.
 */
export async function nearestPlaces(
  gazetteer: Gazetteer,
  at: LatLon,
  { size, types, ...options }: NearestOptions,
): Promise<Nearby[]> {
  // More than the size: there may be duplicates.
  const limit = 2 * size + 10
  const mayBePreceded = types.includes('address') && types.includes('street')
  const nearby = await gazetteer.near(at, {
    ...options,
    types,
    limit,
    ...(mayBePreceded && { housesWithinMeters: houseOfStreetMeters }),
  })
  const sorted = distinct(nearby.slice(0, limit).sort(byDistance))
  const first = sorted.findIndex((one) => isAddress(one) || one.place.type === 'street')
  const street = sorted[first]
  if (!street || isAddress(street) || !mayBePreceded) return sorted
  const address = nearby.find((house) => isAddressOf(street, house))
  if (!address) return sorted
  const others = sorted.filter((one) => keyOf(one) !== keyOf(address))
  return others.toSpliced(first, 0, address)
}

/** Whether a house is the address of a point by this street. */
function isAddressOf(street: Nearby, { place, house, distanceMeters }: Nearby): boolean {
  if (!house) return false
  const isOnStreet = place.docId === street.place.docId
  return distanceMeters <= (isOnStreet ? houseOfStreetMeters : atHouseMeters)
}

function distinct(nearby: readonly Nearby[]): Nearby[] {
  const seen = new Set<string>()
  return nearby.filter((one) => {
    const key = keyOf(one)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The id in responses: an object may be a house and a venue. */
function keyOf({ place, house }: Nearby): string {
  return house ? houseIdOf(house) : place.id
}

/** At equal distance addresses first. */
function byDistance(a: Nearby, b: Nearby): number {
  return a.distanceMeters - b.distanceMeters || Number(isAddress(b)) - Number(isAddress(a))
}

function isAddress({ place, house }: Nearby): boolean {
  return house !== undefined || place.type === 'address'
}
