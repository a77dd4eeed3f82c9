import type { House } from '../../lib/gazetteer/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'
import { fold, houseNumberOrder, sameHouseNumber } from '../../lib/text/index.ts'
import { clustered } from './cluster.ts'
import { cleanName } from './names.ts'
import { byId, type OsmFeature } from './osm-feature.ts'
import { flatMeters } from './plane.ts'
import { cleanPostcode } from './postcode.ts'
import { isVenue } from './selection.ts'
import type { StreetFinder } from './street-finder.ts'
import { type Street, streetOfAddresses } from './streets.ts'

/** Nearer addresses of one unmapped street belong together. */
const maxAddressGapMeters = 1_000
/** Nearer houses with one number in one street are the same house, mapped twice. */
const sameHouseMeters = 50
/** An interpolated house this near to a mapped one is left out. */
const interpolatedMeters = 300

/** A street, or a place that has numbers without streets. */
interface HouseOwner {
  houses: House[]
}

/** The street of an address, from its tags or from a relation. */
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
      const key = `${feature.locality ?? ''}|${fold(name)}`
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

/** By the street's name, else by the place's name, else the street at the doorstep. */
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

/** The houses of one owner, sorted by number; duplicates are left out. */
function housesOf(features: readonly OsmFeature[]): House[] {
  const inOrder = features.toSorted((a, b) => precisionOf(b) - precisionOf(a) || byId(a, b))
  const byNumber = new Map<string, House[]>()
  for (const feature of inOrder) {
    const { id, tags, at, countryCode, interpolated } = feature
    const number = cleanName(tags['addr:housenumber'])
    if (!isNumber(number)) continue
    const key = fold(number).replaceAll(' ', '') || number
    const known = byNumber.get(key) ?? []
    const minMeters = interpolated ? interpolatedMeters : sameHouseMeters
    const isDuplicate = known.some(
      (house) => sameHouseNumber(house.number, number) && flatMeters(house, at) < minMeters,
    )
    if (isDuplicate) continue
    const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
    const name = cleanName(tags['addr:housename'])
    known.push({
      ...{ id, number, ...at },
      ...(postcode && { postcode }),
      ...(name && { name }),
      ...(interpolated && { interpolated }),
    })
    byNumber.set(key, known)
  }
  return [...byNumber.values()]
    .flat()
    .sort((a, b) => houseNumberOrder(a.number, b.number) || byId(a, b))
}

/** False for `s/n` and the like, which say that there is no number. */
function isNumber(number: string): boolean {
  return /\p{N}/u.test(number) || /^\p{L}$/u.test(number)
}

/** Of the position. Best to worst: entrance, address node, building, shop, interpolated. */
function precisionOf({ tags, id, interpolated }: OsmFeature): number {
  if (interpolated) return 0
  if (tags.entrance !== undefined) return 4
  if (tags.building === undefined && isVenue(tags)) return 1
  return id.startsWith('osm:node/') ? 3 : 2
}
