import type { LatLon } from '#ground/geo'
import type { SearchResult } from '#places/search'
import type { PlaceRole } from '../reader/index.ts'

/** Text that stands for the caller's own location. */
export const hereText = 'here'

/** A place of a query with its position. */
export interface ResolvedPlace {
  role: PlaceRole
  /** The part of the typed text that was found. */
  text: string
  position: LatLon
  /** Result of the geocoder; absent for positions and the caller's own location. */
  result?: SearchResult
}

/** A place without a search result of sufficient confidence. */
export interface UnresolvedPlace {
  text: string
  /** The best result, which matches only a part of the text. */
  unsure?: SearchResult
}

export interface UnresolvedPlaces {
  resolved: readonly ResolvedPlace[]
  unresolved: readonly UnresolvedPlace[]
}
