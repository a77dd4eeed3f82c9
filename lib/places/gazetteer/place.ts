import type { Bounds, LatLon } from '#ground/geo'

/** Types of places from the widest to the narrowest; `place_type` in answers and filters. */
export const placeTypes = [
  'country',
  'region',
  'county',
  'locality',
  'neighbourhood',
  'postalcode',
  'street',
  'address',
  'venue',
] as const

export type PlaceType = (typeof placeTypes)[number]

/** Types of places that are areas and can be parents. */
export const areaTypes = ['country', 'region', 'county', 'locality', 'neighbourhood'] as const

export type AreaType = (typeof areaTypes)[number]

export function isAreaType(type: PlaceType): type is AreaType {
  return (areaTypes as readonly PlaceType[]).includes(type)
}

/** Properties of a place that the build and the pack share. */
export interface PlaceFacts {
  /** `osm:node/123`, `osm:relation/5`; a street has the id of its lowest way. */
  id: string
  type: PlaceType
  /** The local name; empty for an unnamed venue. */
  name: string
  /** Names by BCP 47 language, from `name:<language>`. */
  names: Readonly<Record<string, string>>
  /** Names without a language: alternative, old, short, official, local, ISO codes, references. */
  aliases: readonly string[]
  lat: number
  lon: number
  box?: Bounds
  /** Importance from 0 to 1, derived from the kind of place, its population and its fame. */
  importance: number
  /** Category ids. */
  categories: readonly string[]
  /** ISO 3166-1 alpha-3 code; empty outside all countries. */
  countryCode: string
  /** Postcode; the most frequent one where there are several. */
  postcode?: string
  /** Address of a venue or of a named house. */
  houseNumber?: string
  street?: string
  population?: number
  /** Lines of a street, simplified to 5 m. */
  lines?: readonly (readonly LatLon[])[]
  /** Set for a crossing of two named streets; its type is `street`. */
  intersection?: true
}

/** Lists the local name, the names in other languages and the aliases, each as written, possibly repeated. */
export function listNames({
  name,
  names,
  aliases,
}: Pick<PlaceFacts, 'name' | 'names' | 'aliases'>): string[] {
  return [name, ...Object.values(names), ...aliases]
}

/** A numbered house of a street, or of a place that has numbers without streets. */
export interface House {
  /** `osm:way/7`; an interpolated house has the id of its interpolation way. */
  id: string
  /** As tagged; a list or range (`1;3`, `17-19`) is one house. */
  number: string
  lat: number
  lon: number
  postcode?: string
  /**
   * Index in the street's `otherAreas` of the town that the house's address states. Set only if that town
   * differs from the street's.
   */
  townIndex?: number
  /** `addr:housename` */
  name?: string
  /** Set when the position is computed from an interpolation way. */
  interpolated?: true
}

/** A multipolygon: `[polygon][ring][vertex]`. Rings are closed; the outer ring comes first. */
export type AreaShape = readonly (readonly (readonly LatLon[])[])[]

/** A place on its way into a pack. */
export interface SourcePlace extends PlaceFacts {
  /** Ids of the areas that the place's label names, narrowest first; at most one of each type. */
  parents: readonly string[]
  /**
   * Ids of further areas that people name when they search for the place: towns that only some of its addresses
   * state, the hamlet or quarter nearby, the municipality around it, the postal town.
   */
  otherAreas?: readonly string[]
  /** Houses of a street, or of a place that has numbers without streets. */
  houses?: readonly House[]
  /** Shape of an area, simplified to 5 m. */
  shape?: AreaShape
}

/** A place with its terms. */
export interface IndexedPlace {
  place: SourcePlace
  terms: readonly string[]
  /** Lists of terms shared with other places. A list that is the same object for several places is looked up once. */
  sharedTerms?: readonly (readonly string[])[]
}

/** An area around a place. */
export interface Parent {
  docId: number
  type: AreaType
  name: string
  /** Names by language; a pack keeps some languages only. */
  names: Readonly<Record<string, string>>
}

/** A place of a pack. */
export interface Place extends PlaceFacts {
  /** Number of the place in the pack, from 0, by falling importance in steps of 0.01. */
  docId: number
  /** Areas that the place's label names, narrowest first; at most one of each type. */
  parents: readonly Parent[]
  /** Further areas whose names find the place. */
  otherAreas: readonly Parent[]
  /** Number of houses that {@link Gazetteer.houses} returns. */
  houseCount: number
}
