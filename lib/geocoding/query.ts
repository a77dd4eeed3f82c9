import type { House, Place, PlaceType, WorkBudget } from '../gazetteer/index.ts'
import type { Bounds, LatLon } from '../geo/index.ts'

/** What narrows or leans a search. */
export interface SearchScope {
  /** At most so many results. */
  size: number
  /** Nearer places of equal name come first. */
  focus?: LatLon
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
  /** House number and street in one line. */
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

/** Places of a kind around a point. */
export interface PlacesQuery {
  /** A category or a keyword. */
  query: string
  near: LatLon
  radiusMeters: number
  size: number
  countries?: readonly string[]
}

/** How a result answers what was asked. */
export type MatchType = 'exact' | 'interpolated' | 'fallback' | 'fuzzy'

/** A result before it is put into words. */
export interface SearchResult {
  place: Place
  /** The house, when the result is one; `place` is then its street. */
  house?: House
  /** Where it is: the house, the point on the street, the place. */
  at: LatLon
  matchType: MatchType
  /** 0 to 1 by the ladder of the contract, lowered by every dropped or corrected word. */
  confidence: number
  distanceMeters?: number
}

export interface FindContext {
  signal?: AbortSignal
  /** What may still be done for the text, or for all texts of a batch. */
  budget?: WorkBudget
  /** Tells the caller something in a few words. */
  warn(text: string): void
  /** Starts a stage of `server-timing`; what it returns ends it. */
  stage?(name: string): () => void
}
