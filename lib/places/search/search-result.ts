import type { LatLon } from '#ground/geo'
import type { House, Place } from '#places/gazetteer'

/** How a result relates to the query. */
export type MatchType = 'exact' | 'interpolated' | 'fallback' | 'fuzzy'

/** A result that has no confidence yet. */
export interface UnratedResult {
  place: Place
  /** The house, when the result is one; `place` is then its street. */
  house?: House
  /** Position of the result: the house, a point on the street, the place. */
  at: LatLon
}

/** A result before it is rendered in a language. */
export interface SearchResult extends UnratedResult {
  matchType: MatchType
  /** 0 to 1 by the ladder of the contract, lowered by every dropped or corrected word. */
  confidence: number
  distanceMeters?: number
}
