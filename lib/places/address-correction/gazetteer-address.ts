import { allNamesOf, type Parent, type Place } from '#places/gazetteer'
import { countryNameIn, type SearchResult } from '#places/search'

/** What an area may be called: its names as the gazetteer writes them, the local one first. */
export type NameList = readonly string[]

/** The address of a search result, with the names by which a text may state each part. */
export interface GazetteerAddress {
  place: Place
  /** None for an area. */
  road: NameList
  /** Its names that are not its own: old, short and alternative ones. */
  roadAliases: NameList
  /** As on the map, perhaps a range; undefined where the number asked for is not known. */
  houseNumber: string | undefined
  /** Of the house itself, or of the whole street. */
  postcode: string | undefined
  /** Whether the postcode is the house's own. */
  isOwnPostcode: boolean
  /** The town that its label names. */
  town: string | undefined
  /** This and further towns by which it is asked for, some of them only nearby. */
  localities: readonly NameList[]
  neighbourhoods: readonly NameList[]
  counties: readonly NameList[]
  regions: readonly NameList[]
  country: NameList
  /** ISO 3166-1 alpha-3. */
  countryCode: string
}

/** The address of a result; undefined for one that has neither street nor town. */
export function gazetteerAddressOf({ place, house }: SearchResult): GazetteerAddress | undefined {
  if (place.intersection) return undefined
  const isStreet = place.type === 'street'
  const road = isStreet ? allNamesOf(place) : place.street ? [place.street] : []
  const isArea = !isStreet && road.length === 0
  if (isArea && place.type !== 'locality' && place.type !== 'postalcode') return undefined
  const ofTown = house?.townIndex === undefined ? undefined : place.otherAreas[house.townIndex]
  const ofLabel: readonly Pick<Parent, 'type' | 'name' | 'names'>[] = [
    ...(ofTown ? [ofTown] : []),
    ...(place.type === 'locality' ? [{ ...place, type: 'locality' as const }] : []),
    ...place.parents,
  ]
  const areas = [...ofLabel, ...place.otherAreas]
  const named = (type: Parent['type']): NameList[] =>
    areas.filter((area) => area.type === type).map(namesOfArea)
  const own = house?.postcode ?? (isStreet ? undefined : place.postcode)
  const isPostcode = place.type === 'postalcode'
  return {
    place,
    road: road.filter(Boolean),
    roadAliases: isStreet ? place.aliases : [],
    houseNumber: house?.number ?? place.houseNumber,
    postcode: isPostcode ? place.name : isArea ? undefined : (own ?? place.postcode),
    isOwnPostcode: own !== undefined,
    town: ofLabel.find(({ type }) => type === 'locality')?.name,
    localities: named('locality'),
    neighbourhoods: named('neighbourhood'),
    counties: named('county'),
    regions: named('region'),
    country: countryNames(place.countryCode, named('country').flat()),
    countryCode: place.countryCode,
  }
}

function namesOfArea({ name, names }: Pick<Parent, 'name' | 'names'>): NameList {
  return [...new Set([name, ...Object.values(names)])]
}

/** Languages in which addresses name a country, beside its own. */
const countryLanguages = ['en', 'fr', 'de', 'es', 'it', 'pt']

function countryNames(code: string, ofGazetteer: NameList): NameList {
  const named = countryLanguages.flatMap((language) => countryNameIn(code, [language]) ?? [])
  return [...new Set([...named, ...ofGazetteer])]
}
