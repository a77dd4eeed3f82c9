import { readFileSync } from 'node:fs'
import type { LatLon } from '#ground/geo'
import {
  type Avoidance,
  type ContourSlot,
  type Intent,
  type ReaderLanguage,
  readerLanguages,
} from '#language/reader'
import type { TravelType } from '#routing/schemas'

/** A place as the text has it, `here`, or a position. */
export type ExpectedPlace = string | LatLon

/** The slots that a question fills; those that are absent must stay empty. */
export interface ExpectedSlots {
  intent: Intent
  /** In the order of the backend; not of a matrix or a search. */
  places?: readonly ExpectedPlace[]
  sources?: readonly ExpectedPlace[]
  targets?: readonly ExpectedPlace[]
  /** What is searched for. */
  text?: { name?: string; category?: string; near?: ExpectedPlace }
  travel?: TravelType
  avoid?: readonly Avoidance[]
  contours?: readonly ContourSlot[]
  units?: 'kilometers' | 'miles'
  departure?: string
  alternates?: number
  roundTripKm?: number
  size?: number
  returnToStart?: true
}

export type Expected =
  | (ExpectedSlots & { error?: undefined })
  | { error: 'ambiguous_query'; why: string }
  | { error: 'geocode_failed'; intent: Intent; unresolved: readonly string[] }

export interface Question {
  id: string
  language: ReaderLanguage
  /** The pattern of the sentence; no pattern is in both halves. */
  template: string
  region: 'andorra' | 'helsinki' | 'monaco' | 'porto'
  text: string
  context?: { location?: LatLon; country?: string }
  expect: Expected
}

export const halves = ['development', 'unseen'] as const

export type Half = (typeof halves)[number]

/**
 * Questions in six languages by authors who had not seen the reader, each half with templates of its own. The
 * development half may be tuned on; of the unseen half only the shares are looked at.
 */
export function questionsOf(half: Half): Question[] {
  return readerLanguages.flatMap((language) =>
    JSON.parse(
      readFileSync(new URL(`questions/${half}/${language}.json`, import.meta.url), 'utf8'),
    ),
  )
}
