import type { LatLon } from '#ground/geo'
import type { PlaceRole, Slots } from '../reader/index.ts'

/** A place of a request: its role, the text that was found and its position. */
export interface PlacePoint {
  role: PlaceRole
  text: string
  position: LatLon
  /** ISO 3166-1 alpha-3 code, when the place is a whole country. */
  countryCode?: string
}

export interface RequestDetails {
  slots: Omit<Slots, 'places' | 'otherPlaces'>
  /** BCP 47 tag of the query's language. */
  language: string
  /** Limits places to this country, ISO 3166-1 alpha-3. */
  country?: string | undefined
  /** Position of the caller. */
  location?: LatLon | undefined
  now: Date
  warn(text: string): void
}
