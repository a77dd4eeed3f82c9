import type { LatLon } from '#ground/geo'
import type { PlaceRole, Slots } from '../reader/index.ts'

/** A place of a request: its role, the text that was found, and where it is. */
export interface PlacePoint {
  role: PlaceRole
  text: string
  position: LatLon
  /** ISO 3166-1 alpha-3, when the place is a whole country. */
  countryCode?: string
}

export interface RequestDetails {
  slots: Omit<Slots, 'places' | 'otherPlaces'>
  /** BCP 47 tag of the query's language. */
  language: string
  /** ISO 3166-1 alpha-3: only places of this country. */
  country?: string | undefined
  /** Where the caller is. */
  location?: LatLon | undefined
  now: Date
  warn(text: string): void
}
