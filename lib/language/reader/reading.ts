import type { LatLon } from '#ground/geo'
import type { TravelType } from '#routing/schemas'
import { type Intent, intents } from '../schemas/index.ts'

/** Languages with a word table in `data/language`. */
export const readerLanguages = ['en', 'fr', 'de', 'es', 'it', 'pt'] as const

export type ReaderLanguage = (typeof readerLanguages)[number]

export { type Intent, intents }

/** Questions that no backend answers. */
export const unanswerable = [
  'opening_hours',
  'rating',
  'price',
  'timetable',
  'forecast',
  'opinion',
  'count',
  'other_topic',
] as const

export type RefusalReason =
  | (typeof unanswerable)[number]
  /** `the nearest`, `from here` and nobody said where that is. */
  | 'relative_without_location'
  /** A request without what it needs, such as a second place. */
  | 'incomplete'
  | 'no_request'

export type PlaceRole =
  | 'origin'
  | 'destination'
  | 'via'
  | 'stop'
  | 'source'
  | 'target'
  | 'centre'
  | 'near'
  | 'name'

/** A place as the text has it; geocoding decides what it is. */
export type PlaceSlot = { role: PlaceRole } & (
  | { kind: 'here' }
  | { kind: 'position'; text: string; position: LatLon }
  | {
      kind: 'named'
      text: string
      /** Other extents of the name, likelier ones first: with the article, shorter, longer. */
      otherTexts: readonly string[]
    }
)

/** Exactly one of minutes and kilometres, as the isochrone operation takes them. */
export type ContourSlot = { time: number } | { distance: number }

export type Avoidance = 'tolls' | 'ferries' | 'highways' | 'unpaved' | 'hills' | 'stairs'

export interface Slots {
  /**
   * Places in the order in which the backend takes them; the start comes first and is not repeated by
   * `returnToStart`.
   */
  places: readonly PlaceSlot[]
  /**
   * Other ways to divide the text into places, likelier ones first: `Ship and Castle` is one or two. Empty
   * when there is no doubt.
   */
  otherPlaces: readonly (readonly PlaceSlot[])[]
  travel?: TravelType
  avoid?: readonly Avoidance[]
  units?: 'kilometers' | 'miles'
  /** Time of leaving, `08:30`. */
  departure?: string
  /** Further routes asked for, 1 to 3. */
  alternates?: number
  /** Length of a loop from the origin. */
  roundTripKm?: number
  returnToStart?: true
  contours?: readonly ContourSlot[]
  /** A profile along the way between the places, or the heights of the places. */
  elevation?: 'profile' | 'points'
  /** What is searched for: ids of `lib/places/categories`, and the words. */
  category?: { ids: readonly string[]; text: string }
  /** Number of results asked for. */
  size?: number
}

/** What a text asks for. */
export type Reading =
  | { language: ReaderLanguage; intent: Intent; slots: Slots; refusal?: undefined }
  | {
      language: ReaderLanguage
      refusal: RefusalReason
      /** The backend that the text came closest to. */
      intent?: Intent
      /** Places that the text names, for suggestions. */
      places: readonly PlaceSlot[]
    }
