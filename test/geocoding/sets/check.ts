import type { PlaceType } from '../../../lib/gazetteer/place.ts'
import type { SearchScope } from '../../../lib/geocoding/query.ts'

/** A query, and what somebody who reads the map expects of it. */
export interface Check {
  text: string
  /**
   * Where the first result must be, `[lat, lon]`: at one of these points. Of a street a point on its
   * course, of an area one inside it.
   */
  at: readonly (readonly [lat: number, lon: number])[]
  /** What it may be; `address` is a house. */
  types?: readonly PlaceType[]
  /** One of its names. */
  name?: string
  /** The house number as mapped. */
  house?: string
  /** It is being typed: asked of autocomplete, any place in the list will do. */
  partial?: true
  scope?: Partial<SearchScope>
  /** What makes the expectation. */
  why: string
}

/** Maps differ in what they call a settlement, so a check says of few which of these it is. */
export const anyArea = ['locality', 'neighbourhood', 'county', 'region'] as const
