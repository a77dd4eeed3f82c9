import type { LatLon } from '#ground/geo'
import { categoriesOfTags } from '#places/categories'
import type { SourcePlace } from '#places/gazetteer'
import { type AreaContext, setAreas } from './area-context.ts'
import type { Areas } from './areas.ts'
import type { BorderStreets } from './border-streets.ts'
import { assignHouses, streetNameOf } from './houses.ts'
import { bases, importanceOf } from './importance.ts'
import { findIntersections } from './intersections.ts'
import { cleanName } from './names.ts'
import { NearbyTowns } from './nearby-towns.ts'
import { Neighbours } from './neighbours.ts'
import type { OsmFeature } from './osm-feature.ts'
import { cleanPostcode } from './postcode.ts'
import type { PostcodeList } from './postcodes.ts'
import { isNamedHouse, isStreet, isVenue } from './selection.ts'
import { StreetFinder } from './street-finder.ts'
import { joinStreets, toStreetPlace } from './streets.ts'
import { makeVenues } from './venues.ts'

/** What the places of all tiles share. */
export interface TileContext {
  areas: TileAreas
  context: AreaContext
  /** Takes the postcodes of the addresses. */
  postcodes: Pick<PostcodeList, 'add'>
  /** Takes the streets that may go on in another tile. */
  borderStreets: Pick<BorderStreets, 'take'>
}

/** What tiles ask of the areas. */
export interface TileAreas {
  hierarchy: Pick<Areas['hierarchy'], 'called'>
  postal: Pick<Areas['postal'], 'grid'>
}

/** The places of one map tile: streets, intersections, named houses and venues. */
export function* tilePlaces(
  features: readonly OsmFeature[],
  { areas, context, postcodes, borderStreets }: TileContext,
): Generator<SourcePlace> {
  for (const feature of features) context.settle(feature)
  const streets = joinStreets(features.filter(({ tags, line }) => line && isStreet(tags)))
  const finder = new StreetFinder(streets)
  const streetsOfAddresses = assignHouses(addressesOf(features, areas), finder, () => undefined)
  for (const { tags, countryCode, at } of features) {
    const code = cleanPostcode(
      tags['addr:postcode'] ?? (isStreet(tags) ? tags.postal_code : ''),
      countryCode,
    )
    if (code) postcodes.add(code, countryCode, at)
  }
  const towns = new NearbyTowns(features)
  const neighbours = new Neighbours(features, finder)
  const postcodeAt = (at: LatLon, street?: string) =>
    areas.postal.grid.containing(at)[0] ?? neighbours.postcodeAt(at, street)
  const completed = (place: SourcePlace) => {
    const isStreet = place.type === 'street'
    const postcode = place.postcode ?? (isStreet ? undefined : postcodeAt(place, place.street))
    const known = postcode === undefined ? place : { ...place, postcode }
    const withTown = context.withPostalTown(context.withTownNearby(known, towns.at(known)))
    return context.withTownsAround(withTown)
  }
  for (const street of [...streets, ...streetsOfAddresses]) {
    setAreas(street, context.ofStreet(street))
    street.base += context.townShareOf(street)
    for (const house of street.houses) {
      const postcode = house.postcode ?? postcodeAt(house, street.names.name)
      if (postcode) house.postcode = postcode
    }
    const place = toStreetPlace(street)
    const postcode = place.postcode ?? commonPostcode(place, postcodeAt)
    const complete = completed(postcode === undefined ? place : { ...place, postcode })
    if (street.locality !== undefined || !borderStreets.take(complete)) yield complete
  }
  for (const intersection of findIntersections(streets))
    yield context.withTownsAround(context.withTownNearby(intersection, towns.at(intersection)))
  for (const feature of features) {
    if (isNamedHouse(feature.tags)) yield completed(housePlace(feature))
  }
  const venues = features.filter(
    (feature) =>
      !feature.interpolated &&
      isVenue(feature.tags) &&
      !(feature.line && isStreet(feature.tags)) &&
      !isLandOfSettlement(areas, feature),
  )
  for (const venue of makeVenues(venues)) {
    const street = venue.street ?? (venue.box ? undefined : neighbours.streetAt(venue))
    yield completed(street === undefined ? venue : { ...venue, street })
  }
}

/** The postcode in the middle of a street, if no other is known of its ends. */
function commonPostcode(
  { name, lat, lon, lines = [] }: SourcePlace,
  postcodeAt: (at: LatLon, street: string) => string | undefined,
): string | undefined {
  const middle = postcodeAt({ lat, lon }, name)
  const ends = lines.flatMap((line) => [line[0]!, line.at(-1)!])
  const differs = (end: LatLon) => (postcodeAt(end, name) ?? middle) !== middle
  return middle === undefined || ends.some(differs) ? undefined : middle
}

/** Features with a house number, without those of places that have numbers without streets. */
function addressesOf(features: readonly OsmFeature[], { hierarchy }: TileAreas): OsmFeature[] {
  return features.filter((feature) => {
    const { tags, at } = feature
    if (tags['addr:housenumber'] === undefined) return false
    const place = streetNameOf(feature) ? '' : cleanName(tags['addr:place'])
    return !(place && hierarchy.called(place, at))
  })
}

/** Whether a land use area only repeats the name of its settlement, so that it is no place of its own. */
function isLandOfSettlement({ hierarchy }: TileAreas, { tags, at }: OsmFeature): boolean {
  const { landuse, name } = tags
  if (landuse === undefined || name === undefined || categoriesOfTags(tags).length > 0) return false
  return hierarchy.called(cleanName(name), at) !== undefined
}

/** The place of a house with a name instead of a number. */
function housePlace(feature: OsmFeature): SourcePlace {
  const { id, tags, at, parents, otherAreas, countryCode } = feature
  const street = streetNameOf(feature)
  const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
  return {
    id,
    type: 'address',
    name: cleanName(tags['addr:housename']),
    names: {},
    aliases: [],
    ...at,
    categories: [],
    importance: importanceOf(bases.address, tags),
    countryCode,
    parents,
    ...(otherAreas && { otherAreas }),
    ...(street && { street }),
    ...(postcode && { postcode }),
  }
}
