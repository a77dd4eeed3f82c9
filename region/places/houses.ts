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

/** Addresses of one name that are nearer than this are of one street, where none is mapped. */
const reachMeters = 1_000
/** Equal numbers of one street that are nearer than this are one house, mapped twice. */
const sameHouseMeters = 50
/** A computed position is not needed where the house is mapped within this. */
const interpolatedMeters = 300

/** The street that an address names, in its tags or by a relation. */
export function streetNameOf({ tags, streetName }: OsmFeature): string {
  return cleanName(tags['addr:street']) || cleanName(streetName)
}

/**
 * Gives streets their houses.
 *
 * @param addresses Features with a house number.
 * @param placeOf The place by which an address goes that has no street; it takes the house.
 * @returns Streets that no way is mapped for.
 */
export function assignHouses(
  addresses: readonly OsmFeature[],
  finder: StreetFinder,
  placeOf: (name: string, at: LatLon) => { houses: House[] } | undefined,
): { made: Street[]; streetOf: Map<OsmFeature, Street> } {
  const byTaker = new Map<{ houses: House[] }, OsmFeature[]>()
  const streetOf = new Map<OsmFeature, Street>()
  const give = (taker: { houses: House[] }, feature: OsmFeature): void => {
    const own = byTaker.get(taker)
    if (own) own.push(feature)
    else byTaker.set(taker, [feature])
  }
  const homeless = new Map<string, { name: string; features: OsmFeature[] }>()
  for (const feature of addresses) {
    const name = streetNameOf(feature)
    const placeName = cleanName(feature.tags['addr:place'])
    const street = name
      ? finder.named(name, feature)
      : placeName
        ? finder.named(placeName, feature)
        : undefined
    const place = !street && !name && placeName ? placeOf(placeName, feature.at) : undefined
    const doorstep = !street && !name && !placeName ? finder.nearest(feature.at) : undefined
    const taker = street ?? place ?? doorstep
    const wanted = name || placeName
    if (taker) give(taker, feature)
    else if (wanted) {
      const key = `${feature.locality ?? ''}|${fold(wanted)}`
      const group = homeless.get(key)
      if (group) group.features.push(feature)
      else homeless.set(key, { name: wanted, features: [feature] })
    }
    if (street ?? doorstep) streetOf.set(feature, (street ?? doorstep)!)
  }
  const made: Street[] = []
  for (const { name, features } of homeless.values()) {
    for (const cluster of clustered(features, ({ at }) => [at], reachMeters)) {
      const street = streetOfAddresses(name, cluster)
      made.push(street)
      finder.add(street)
      for (const feature of cluster) {
        give(street, feature)
        streetOf.set(feature, street)
      }
    }
  }
  for (const [taker, features] of byTaker) taker.houses = housesOf(features)
  return { made: made.sort(byId), streetOf }
}

/** The houses of one street: each number once at each spot, sorted. */
function housesOf(features: readonly OsmFeature[]): House[] {
  const inOrder = features.toSorted((a, b) => trust(b) - trust(a) || byId(a, b))
  const byNumber = new Map<string, House[]>()
  for (const feature of inOrder) {
    const { id, tags, at, countryCode, interpolated } = feature
    const number = cleanName(tags['addr:housenumber'])
    if (!isNumber(number)) continue
    const key = fold(number).replaceAll(' ', '') || number
    const present = byNumber.get(key) ?? []
    const least = interpolated ? interpolatedMeters : sameHouseMeters
    const isThere = present.some(
      (house) => sameHouseNumber(house.number, number) && flatMeters(house, at) < least,
    )
    if (isThere) continue
    const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
    const name = cleanName(tags['addr:housename'])
    present.push({
      ...{ id, number, ...at },
      ...(postcode && { postcode }),
      ...(name && { name }),
      ...(interpolated && { interpolated }),
    })
    byNumber.set(key, present)
  }
  return [...byNumber.values()]
    .flat()
    .sort((a, b) => houseNumberOrder(a.number, b.number) || byId(a, b))
}

/** `s/n` and the like say that there is none. */
function isNumber(number: string): boolean {
  return /\p{N}/u.test(number) || /^\p{L}$/u.test(number)
}

/** Whose position is the door or the house: an address of its own, a building, a shop in it. */
function trust({ tags, id, interpolated }: OsmFeature): number {
  if (interpolated) return 0
  if (tags.entrance !== undefined) return 4
  if (tags.building === undefined && isVenue(tags)) return 1
  return id.startsWith('osm:node/') ? 3 : 2
}
