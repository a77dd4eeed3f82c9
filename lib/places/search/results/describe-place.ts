import { findCategoryName } from '#places/categories'
import { type AreaType, isAreaType } from '#places/gazetteer'
import type { SearchResult } from '../search-result.ts'
import { type AddressParts, addressLines } from './address-lines.ts'
import { labelLines } from './label.ts'
import { countryNameIn, nameIn } from './names.ts'

/** A search result in one language. */
export interface PlaceDescription {
  result: SearchResult
  name: string
  /** Areas around the place, and the place itself if it is an area. */
  areas: Partial<Record<AreaType, string>>
  country: string | undefined
  street: string | undefined
  houseNumber: string | undefined
  postcode: string | undefined
  /** Lines of the label. */
  lines: string[]
}

/** Describes a result; each name is in the first language that has one. */
export function describePlace(
  result: SearchResult,
  languages: readonly string[],
): PlaceDescription {
  const { place, house } = result
  const ownName = nameIn(place, languages)
  const areas: Partial<Record<AreaType, string>> = {}
  for (const parent of place.parents) areas[parent.type] ??= nameIn(parent, languages)
  if (isAreaType(place.type)) areas[place.type] = ownName
  const town = house?.townIndex === undefined ? undefined : place.otherAreas[house.townIndex]
  if (town) {
    areas.locality = nameIn(town, languages)
    // A quarter of the street's town is not in the house's.
    delete areas.neighbourhood
  }

  const isStreet = place.type === 'street' && !place.intersection
  const street = isStreet ? ownName : place.street
  const houseNumber = house?.number ?? place.houseNumber
  const postcode = house?.postcode ?? place.postcode
  const country = countryNameIn(place.countryCode, languages) ?? areas.country
  // In villages without street names, house numbers follow the name of the village.
  const road = street ?? (house ? ownName : undefined)
  const address = {
    houseNumber: road ? houseNumber : undefined,
    road,
    postcode,
    locality: areas.locality ?? areas.neighbourhood,
    region: areas.region,
    // A label with the region needs no county.
    county: areas.region ? undefined : areas.county,
    country,
    countryCode: place.countryCode,
  }
  const name = nameOf(result, ownName, address, languages)
  const lines = labelLines({
    ...(house ? address : labelParts(place.type, address)),
    name: house || isStreet ? undefined : name,
  })
  return { result, name, areas, country, street, houseNumber, postcode, lines }
}

function nameOf(
  { place, house }: SearchResult,
  ownName: string,
  { houseNumber, road, countryCode }: AddressParts,
  languages: readonly string[],
): string {
  const isAddress = house !== undefined || (place.type === 'address' && ownName === '')
  const line = isAddress && road ? addressLines({ houseNumber, road, countryCode })[0] : ownName
  if (line) return line
  const [category] = place.categories
  const kind = category && categoryIn(category, languages)
  return kind || houseNumber || place.id
}

function categoryIn(category: string, languages: readonly string[]): string {
  for (const language of languages) {
    const name = findCategoryName(category, language.split('-')[0]!)
    if (name) return name
  }
  return findCategoryName(category, 'en')
}

/** The parts of its address that a place's label shows: those wider than the place itself. */
function labelParts(type: string, address: AddressParts): AddressParts {
  const { locality, county, region, country, countryCode } = address
  if (type === 'country') return { countryCode }
  if (type === 'region') return { country, countryCode }
  if (type === 'county') return { region, country, countryCode }
  if (type === 'locality' || type === 'neighbourhood' || type === 'postalcode') {
    return { locality, county, region, country, countryCode }
  }
  return address
}
