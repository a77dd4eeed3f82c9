import type { LatLon } from '#ground/geo'
import { compareHouseNumbers, fold, isSameHouseNumber } from '#places/text'
import { groupNearby } from './cluster.ts'
import type { StatedHouse } from './house-towns.ts'
import { cleanName } from './names.ts'
import { compareIds, type OsmFeature } from './osm-feature.ts'
import { measureMeters } from './plane.ts'
import { cleanPostcode } from './postcode.ts'
import { isVenue } from './selection.ts'
import type { StreetFinder } from './street-finder.ts'
import { buildUnmappedStreet, type Street } from './streets.ts'

/** Maximum gap between addresses that name the same unmapped street. */
const maxAddressGapMeters = 1_000
/** Maximum distance between houses of the same street and number that are one house, mapped twice. */
const sameHouseMeters = 50
/** Minimum distance of an interpolated house from one with the same number; nearer ones are left out. */
const sameInterpolatedHouseMeters = 300

/** A street, or a place whose houses are numbered without streets. */
interface HouseOwner {
  houses: StatedHouse[]
}

/** Returns the street name of an address, from its tags or else from a street relation. */
export function readStreetName({ tags, streetName }: OsmFeature): string {
  return cleanName(tags['addr:street']) || cleanName(streetName)
}

/**
 * Assigns houses to streets and places.
 *
 * @param addresses Features with a house number.
 * @param findPlace Returns the place of an address that has a place name instead of a street.
 * @returns New streets, for addresses whose street is not mapped.
 */
export function assignHouses(
  addresses: readonly OsmFeature[],
  finder: StreetFinder,
  findPlace: (name: string, at: LatLon) => HouseOwner | undefined,
): Street[] {
  const byOwner = new Map<HouseOwner, OsmFeature[]>()
  const unassigned = new Map<string, { name: string; features: OsmFeature[] }>()
  for (const feature of addresses) {
    const name = readStreetName(feature) || cleanName(feature.tags['addr:place'])
    const owner = findOwner(feature, finder, findPlace)
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
    for (const cluster of groupNearby(features, ({ at }) => [at], maxAddressGapMeters)) {
      const street = buildUnmappedStreet(name, cluster)
      streets.push(street)
      finder.add(street)
      for (const feature of cluster) append(byOwner, street, feature)
    }
  }
  for (const [owner, features] of byOwner) owner.houses = mergeHouses(features)
  return streets.sort(compareIds)
}

/** Returns the street or place that the address names, or the nearest street if it names neither. */
function findOwner(
  feature: OsmFeature,
  finder: StreetFinder,
  placeOf: (name: string, at: LatLon) => HouseOwner | undefined,
): HouseOwner | undefined {
  const street = readStreetName(feature)
  if (street) return finder.findNamed(street, feature)
  const place = cleanName(feature.tags['addr:place'])
  if (place) return finder.findNamed(place, feature) ?? placeOf(place, feature.at)
  return finder.findNearest(feature.at)
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * Returns the houses of one owner, sorted by number. Duplicates are reduced to the one with the most precise position.
 */
function mergeHouses(features: readonly OsmFeature[]): StatedHouse[] {
  const mostPreciseFirst = features.toSorted(
    (a, b) => rankPrecision(b) - rankPrecision(a) || compareIds(a, b),
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
      (house) => isSameHouseNumber(house.number, number) && measureMeters(house, at) < minMeters,
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
    .sort((a, b) => compareHouseNumbers(a.number, b.number) || compareIds(a, b))
}

/**
 * Whether a text is a house number: it has a digit or is a single letter. `s/n` (sin número) and the like mean
 * "without number".
 */
function isNumber(number: string): boolean {
  return /\p{N}/u.test(number) || /^\p{L}$/u.test(number)
}

/**
 * Returns the precision of a position: 4 for an entrance, 3 for an address node, 2 for a building or other area, 1 for
 * a venue, 0 if interpolated.
 */
function rankPrecision({ tags, id, interpolated }: OsmFeature): number {
  if (interpolated) return 0
  if (tags.entrance !== undefined) return 4
  if (tags.building === undefined && isVenue(tags)) return 1
  return id.startsWith('osm:node/') ? 3 : 2
}
