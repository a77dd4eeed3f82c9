import type { LatLon } from '#ground/geo'
import type { SearchResult } from '#places/search'
import type { PlaceRole } from '../reader/index.ts'

/** The text of the caller's own location. */
export const hereText = 'here'

/** A place of a query with its position. */
export interface ResolvedPlace {
  role: PlaceRole
  /** As typed, in the extent that was found. */
  text: string
  position: LatLon
  /** What the geocoder found; absent for positions and the caller's own location. */
  result?: SearchResult
}

/** A place that no search result is sure enough for. */
export interface UnresolvedPlace {
  text: string
  /** The best result, which has only a part of the text. */
  unsure?: SearchResult
}

export interface UnresolvedPlaces {
  resolved: readonly ResolvedPlace[]
  unresolved: readonly UnresolvedPlace[]
}
