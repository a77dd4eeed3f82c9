import type { Bounds, LatLon } from '#ground/geo'
import type { PlaceType } from '#places/gazetteer'

/** Filters and preferences of a search. */
export interface SearchScope {
  /** Maximum number of results. */
  size: number
  /** Nearer places of equal name come first. */
  focus?: LatLon
  /** Distance from the focus at which nearness is one half (default: by how densely places lie there). */
  focusScaleMeters?: number
  /** ISO 3166-1 alpha-3 codes. */
  countries?: readonly string[]
  rectangle?: Bounds
  circle?: LatLon & { radiusMeters: number }
  types?: readonly PlaceType[]
}

export interface SearchQuery extends SearchScope {
  text: string
}

/** The fields of structured-search; at least one is given. */
export interface AddressFields {
  /** House number and street in one line; town and country may follow behind commas. */
  address?: string
  houseNumber?: string
  street?: string
  neighbourhood?: string
  borough?: string
  locality?: string
  county?: string
  region?: string
  postalcode?: string
  country?: string
}

/** Venues of a category, or with a word in their name, around a point. */
export interface PlacesQuery {
  /** A category or a keyword. */
  query: string
  near: LatLon
  radiusMeters: number
  size: number
  countries?: readonly string[]
}
