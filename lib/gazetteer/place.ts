import type { Bounds, LatLon } from '../geo/index.ts'

/** What a place is, from the widest to the narrowest: `place_type` in answers and filters. */
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

/** Types that contain others and may be their parents. */
export const areaTypes = ['country', 'region', 'county', 'locality', 'neighbourhood'] as const

export type AreaType = (typeof areaTypes)[number]

/** What is known of a place, in the build and in the pack alike. */
export interface PlaceFacts {
  /** Stable for equal input: `osm:node/123`, `osm:relation/5`, of a street that of its lowest way. */
  id: string
  type: PlaceType
  /** The name on the spot; of an unnamed venue empty. */
  name: string
  /** Names by BCP 47 language, from `name:<language>`. */
  names: Readonly<Record<string, string>>
  /** Other names of no stated language: alternative, old, short, official, local, ISO codes, references. */
  aliases: readonly string[]
  lat: number
  lon: number
  box?: Bounds
  /** 0 to 1, static: rank, population, fame. */
  importance: number
  /** Ids of the category table. */
  categories: readonly string[]
  /** ISO 3166-1 alpha-3; empty where no country is. */
  countryCode: string
  /** Of most of it, where it has one. */
  postcode?: string
  /** The own address of a venue or a house with a name. */
  houseNumber?: string
  street?: string
  population?: number
  /** Streets: its course, simplified to 5 m, in pieces. */
  lines?: readonly (readonly LatLon[])[]
  /** A place where two named streets meet; its type is `street`. */
  intersection?: true
}

/** A house with a number on a street, or in a place that numbers its houses itself. */
export interface House {
  /** `osm:way/7`; of interpolated ones that of the interpolation way. */
  id: string
  /** As tagged; a list or range (`1;3`, `17-19`) stays one house. */
  number: string
  lat: number
  lon: number
  postcode?: string
  /** A name of the house (`addr:housename`). */
  name?: string
  /** Its position is computed from an interpolation way, not mapped. */
  interpolated?: true
}

/** Rings of a multipolygon: `[polygon][ring][vertex]`, first ring the outer, closed. */
export type AreaShape = readonly (readonly (readonly LatLon[])[])[]

/** A place on its way into a pack. */
export interface SourcePlace extends PlaceFacts {
  /** Ids of the areas it lies in, narrowest first; at most one of each type. */
  parents: readonly string[]
  /** Houses that belong to it: of streets, and of places that number their houses. */
  houses?: readonly House[]
  /** Of areas that have one, simplified to 5 m. */
  shape?: AreaShape
}

/** A place with the terms it is found by. */
export interface IndexedPlace {
  place: SourcePlace
  terms: readonly string[]
}

/** An area that a place lies in. */
export interface Parent {
  /** The area's own docId, for reading all of it. */
  docId: number
  type: AreaType
  name: string
  /** In the languages the pack keeps for parents. */
  names: Readonly<Record<string, string>>
}

/** A place out of a pack. */
export interface Place extends PlaceFacts {
  /** Its number in the pack: places are numbered by falling importance, so the lowest counts most. */
  docId: number
  /** Narrowest first; at most one of each type. */
  parents: readonly Parent[]
  /** How many houses {@link Gazetteer.houses} gives. */
  houseCount: number
}
