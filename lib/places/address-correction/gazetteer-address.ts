import { listNames, type Parent, type Place } from '#places/gazetteer'
import { countryNameIn, type SearchResult } from '#places/search'

/** Names of a street or area as the gazetteer writes them, the local one first. */
export type NameList = readonly string[]

/** The address of a search result, with all names that a text may use for each part. */
export interface GazetteerAddress {
  place: Place
  /** Names of the street; empty for an area. */
  road: NameList
  /** Old, short and alternative names of the street. */
  roadAliases: NameList
  /** As on the map, perhaps a range; undefined if the number in the query is not known. */
  houseNumber: string | undefined
  /** Postcode of the house itself, or of the whole street. */
  postcode: string | undefined
  /** Whether the postcode is the house's own. */
  isOwnPostcode: boolean
  /** Town in the label of the result. */
  town: string | undefined
  /** Names of this town and of further towns used for the address, some of them only nearby. */
  localities: readonly NameList[]
  neighbourhoods: readonly NameList[]
  counties: readonly NameList[]
  regions: readonly NameList[]
  country: NameList
  /** ISO 3166-1 alpha-3. */
  countryCode: string
}

/** Converts a search result; returns `undefined` for a result without street and town. */
export function toGazetteerAddress({ place, house }: SearchResult): GazetteerAddress | undefined {
  if (place.intersection) return undefined
  const isStreet = place.type === 'street'
  const road = isStreet ? listNames(place) : place.street ? [place.street] : []
  const isArea = !isStreet && road.length === 0
  if (isArea && place.type !== 'locality' && place.type !== 'postalcode') return undefined
  const townArea = house?.townIndex === undefined ? undefined : place.otherAreas[house.townIndex]
  const labelAreas: readonly Pick<Parent, 'type' | 'name' | 'names'>[] = [
    ...(townArea ? [townArea] : []),
    ...(place.type === 'locality' ? [{ ...place, type: 'locality' as const }] : []),
    ...place.parents,
  ]
  const areas = [...labelAreas, ...place.otherAreas]
  const named = (type: Parent['type']): NameList[] =>
    areas.filter((area) => area.type === type).map(listAreaNames)
  const own = house?.postcode ?? (isStreet ? undefined : place.postcode)
  const isPostcode = place.type === 'postalcode'
  return {
    place,
    road: road.filter(Boolean),
    roadAliases: isStreet ? place.aliases : [],
    houseNumber: house?.number ?? place.houseNumber,
    postcode: isPostcode ? place.name : isArea ? undefined : (own ?? place.postcode),
    isOwnPostcode: own !== undefined,
    town: labelAreas.find(({ type }) => type === 'locality')?.name,
    localities: named('locality'),
    neighbourhoods: named('neighbourhood'),
    counties: named('county'),
    regions: named('region'),
    country: listCountryNames(place.countryCode, named('country').flat()),
    countryCode: place.countryCode,
  }
}

function listAreaNames({ name, names }: Pick<Parent, 'name' | 'names'>): NameList {
  return [...new Set([name, ...Object.values(names)])]
}

/** Languages of country names in addresses, besides the languages of the country. */
const countryLanguages = ['en', 'fr', 'de', 'es', 'it', 'pt']

function listCountryNames(code: string, ofGazetteer: NameList): NameList {
  const named = countryLanguages.flatMap((language) => countryNameIn(code, [language]) ?? [])
  return [...new Set([...named, ...ofGazetteer])]
}
