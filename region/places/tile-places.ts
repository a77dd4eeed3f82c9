import type { LatLon } from '#ground/geo'
import { findCategoriesByTags } from '#places/categories'
import type { SourcePlace } from '#places/gazetteer'
import { type AreaContext, setAreas } from './area-context.ts'
import type { Areas } from './areas.ts'
import type { BorderStreets } from './border-streets.ts'
import { assignHouses, readStreetName } from './houses.ts'
import { bases, computeImportance } from './importance.ts'
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

/** Data shared by the places of all tiles. */
export interface TileContext {
  areas: TileAreas
  context: AreaContext
  /** Collects the postcodes of the addresses. */
  postcodes: Pick<PostcodeList, 'add'>
  /** Collects the streets that may continue in another tile. */
  borderStreets: Pick<BorderStreets, 'keepIfNearBorder'>
}

/** Parts of the areas that tiles use. */
export interface TileAreas {
  hierarchy: Pick<Areas['hierarchy'], 'findSettlement'>
  postal: Pick<Areas['postal'], 'grid'>
}

/** Yields the places of one map tile: streets, intersections, named houses and venues. */
export function* makeTilePlaces(
  features: readonly OsmFeature[],
  { areas, context, postcodes, borderStreets }: TileContext,
): Generator<SourcePlace> {
  for (const feature of features) context.applyStatements(feature)
  const streets = joinStreets(features.filter(({ tags, line }) => line && isStreet(tags)))
  const finder = new StreetFinder(streets)
  const streetsOfAddresses = assignHouses(selectAddresses(features, areas), finder, () => undefined)
  for (const { tags, countryCode, at } of features) {
    const code = cleanPostcode(
      tags['addr:postcode'] ?? (isStreet(tags) ? tags.postal_code : ''),
      countryCode,
    )
    if (code) postcodes.add(code, countryCode, at)
  }
  const towns = new NearbyTowns(features)
  const neighbours = new Neighbours(features, finder)
  const findPostcode = (at: LatLon, street?: string) =>
    areas.postal.grid.findContaining(at)[0] ?? neighbours.inferPostcode(at, street)
  const addInferred = (place: SourcePlace) => {
    const isStreet = place.type === 'street'
    const postcode = place.postcode ?? (isStreet ? undefined : findPostcode(place, place.street))
    const known = postcode === undefined ? place : { ...place, postcode }
    const withTown = context.withPostalTown(context.withTownNearby(known, towns.at(known)))
    return context.withTownsAround(withTown)
  }
  for (const street of [...streets, ...streetsOfAddresses]) {
    setAreas(street, context.selectStreetAreas(street))
    street.base += context.scoreTownOnLabel(street)
    for (const house of street.houses) {
      const postcode = house.postcode ?? findPostcode(house, street.names.name)
      if (postcode) house.postcode = postcode
    }
    const place = toStreetPlace(street)
    const postcode = place.postcode ?? findCommonPostcode(place, findPostcode)
    const complete = addInferred(postcode === undefined ? place : { ...place, postcode })
    if (street.locality !== undefined || !borderStreets.keepIfNearBorder(complete)) yield complete
  }
  for (const intersection of findIntersections(streets))
    yield context.withTownsAround(context.withTownNearby(intersection, towns.at(intersection)))
  for (const feature of features) {
    if (isNamedHouse(feature.tags)) yield addInferred(toHousePlace(feature))
  }
  const venues = features.filter(
    (feature) =>
      !feature.interpolated &&
      isVenue(feature.tags) &&
      !(feature.line && isStreet(feature.tags)) &&
      !isLandOfSettlement(areas, feature),
  )
  for (const venue of makeVenues(venues)) {
    const street = venue.street ?? (venue.box ? undefined : neighbours.inferStreet(venue))
    yield addInferred(street === undefined ? venue : { ...venue, street })
  }
}

/** Returns the postcode in the middle of a street, unless one of its ends is known to have another. */
function findCommonPostcode(
  { name, lat, lon, lines = [] }: SourcePlace,
  postcodeAt: (at: LatLon, street: string) => string | undefined,
): string | undefined {
  const middle = postcodeAt({ lat, lon }, name)
  const ends = lines.flatMap((line) => [line[0]!, line.at(-1)!])
  const differs = (end: LatLon) => (postcodeAt(end, name) ?? middle) !== middle
  return middle === undefined || ends.some(differs) ? undefined : middle
}

/** Selects features with a house number, unless they belong to places that number houses without streets. */
function selectAddresses(features: readonly OsmFeature[], { hierarchy }: TileAreas): OsmFeature[] {
  return features.filter((feature) => {
    const { tags, at } = feature
    if (tags['addr:housenumber'] === undefined) return false
    const place = readStreetName(feature) ? '' : cleanName(tags['addr:place'])
    return !(place && hierarchy.findSettlement(place, at))
  })
}

/** Whether a land use area only repeats the name of its settlement, and is therefore not a place. */
function isLandOfSettlement({ hierarchy }: TileAreas, { tags, at }: OsmFeature): boolean {
  const { landuse, name } = tags
  if (landuse === undefined || name === undefined || findCategoriesByTags(tags).length > 0)
    return false
  return hierarchy.findSettlement(cleanName(name), at) !== undefined
}

/** Builds the place of a house that has a name instead of a number. */
function toHousePlace(feature: OsmFeature): SourcePlace {
  const { id, tags, at, parents, otherAreas, countryCode } = feature
  const street = readStreetName(feature)
  const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
  return {
    id,
    type: 'address',
    name: cleanName(tags['addr:housename']),
    names: {},
    aliases: [],
    ...at,
    categories: [],
    importance: computeImportance(bases.address, tags),
    countryCode,
    parents,
    ...(otherAreas && { otherAreas }),
    ...(street && { street }),
    ...(postcode && { postcode }),
  }
}
