import type { LatLon } from '#ground/geo'
import { fold, houseNumberOrder, sameHouseNumber } from '#places/text'
import { clustered } from './cluster.ts'
import type { StatedHouse } from './house-towns.ts'
import { cleanName } from './names.ts'
import { byId, type OsmFeature } from './osm-feature.ts'
import { flatMeters } from './plane.ts'
import { cleanPostcode } from './postcode.ts'
import { isVenue } from './selection.ts'
import type { StreetFinder } from './street-finder.ts'
import { type Street, streetOfAddresses } from './streets.ts'

/** Addresses with the name of an unmapped street are one street if nearer than this. */
const maxAddressGapMeters = 1_000
/** Houses of a street with the same number are one house, mapped twice, if nearer than this. */
const sameHouseMeters = 50
/** An interpolated house is left out if one with the same number is nearer than this. */
const sameInterpolatedHouseMeters = 300

/** A street, or a place whose houses are numbered without streets. */
interface HouseOwner {
  houses: StatedHouse[]
}

/** The street name of an address, from its tags or else from a street relation. */
export function streetNameOf({ tags, streetName }: OsmFeature): string {
  return cleanName(tags['addr:street']) || cleanName(streetName)
}

/**
 * Assigns houses to streets and places.
 *
 * @param addresses Features with a house number.
 * @param placeOf The place of an address that has a place name instead of a street.
 * @returns New streets, for addresses whose street is not mapped.
 */
export function assignHouses(
  addresses: readonly OsmFeature[],
  finder: StreetFinder,
  placeOf: (name: string, at: LatLon) => HouseOwner | undefined,
): Street[] {
  const byOwner = new Map<HouseOwner, OsmFeature[]>()
  const unassigned = new Map<string, { name: string; features: OsmFeature[] }>()
  for (const feature of addresses) {
    const name = streetNameOf(feature) || cleanName(feature.tags['addr:place'])
    const owner = ownerOf(feature, finder, placeOf)
    if (owner) append(byOwner, owner, feature)
    else if (name) {
      const key = `${feature.town ?? feature.locality ?? ''}|${fold(name)}`
      const group = unassigned.get(key)
      if (group) group.features.push(feature)
      else unassigned.set(key, { name, features: [feature] })
    }
  }
  const streets: Street[] = []
  for (const { name, features } of unassigned.values()) {
    for (const cluster of clustered(features, ({ at }) => [at], maxAddressGapMeters)) {
      const street = streetOfAddresses(name, cluster)
      streets.push(street)
      finder.add(street)
      for (const feature of cluster) append(byOwner, street, feature)
    }
  }
  for (const [owner, features] of byOwner) owner.houses = housesOf(features)
  return streets.sort(byId)
}

/** The street or place that the address names; for one that names neither, the nearest street. */
function ownerOf(
  feature: OsmFeature,
  finder: StreetFinder,
  placeOf: (name: string, at: LatLon) => HouseOwner | undefined,
): HouseOwner | undefined {
  const street = streetNameOf(feature)
  if (street) return finder.named(street, feature)
  const place = cleanName(feature.tags['addr:place'])
  if (place) return finder.named(place, feature) ?? placeOf(place, feature.at)
  return finder.nearest(feature.at)
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The houses of one owner, sorted by number; of duplicates the one with the most precise position. */
function housesOf(features: readonly OsmFeature[]): StatedHouse[] {
  const mostPreciseFirst = features.toSorted(
    (a, b) => precisionOf(b) - precisionOf(a) || byId(a, b),
  )
  const byNumber = new Map<string, StatedHouse[]>()
  for (const feature of mostPreciseFirst) {
    const { id, tags, at, countryCode, interpolated, town, statedAreas } = feature
    const { parents, otherAreas = [] } = feature
    const number = cleanName(tags['addr:housenumber'])
    if (!isNumber(number)) continue
    const key = fold(number).replaceAll(' ', '') || number
    const sameNumber = byNumber.get(key) ?? []
    const minMeters = interpolated ? sameInterpolatedHouseMeters : sameHouseMeters
    const isDuplicate = sameNumber.some(
      (house) => sameHouseNumber(house.number, number) && flatMeters(house, at) < minMeters,
    )
    if (isDuplicate) continue
    const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
    const name = cleanName(tags['addr:housename'])
    sameNumber.push({
      id,
      number,
      ...at,
      ...(postcode && { postcode }),
      ...(name && { name }),
      ...(town && { town }),
      areas: [...parents, ...otherAreas],
      ...(statedAreas && { statedAreas }),
      ...(interpolated && { interpolated }),
    })
    byNumber.set(key, sameNumber)
  }
  return [...byNumber.values()]
    .flat()
    .sort((a, b) => houseNumberOrder(a.number, b.number) || byId(a, b))
}

/** A number has a digit or is a single letter; `s/n` (sin número) and the like mean that there is none. */
function isNumber(number: string): boolean {
  return /\p{N}/u.test(number) || /^\p{L}$/u.test(number)
}

/** Precision of the position, 4 to 0: entrance, address node, building or other area, venue, interpolated. */
function precisionOf({ tags, id, interpolated }: OsmFeature): number {
  if (interpolated) return 0
  if (tags.entrance !== undefined) return 4
  if (tags.building === undefined && isVenue(tags)) return 1
  return id.startsWith('osm:node/') ? 3 : 2
}
