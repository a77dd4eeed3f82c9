/** Summarises the answer of a backend in a few sentences. */
import type { Facts } from '../model/index.ts'
import type { Intent } from '../reader/index.ts'
import type { Answered, Description } from './answered.ts'
import { describeHeights } from './elevation.ts'
import { describeSearch } from './geocode.ts'
import { describeReach } from './isochrone.ts'
import { describeMatrix } from './matrix.ts'
import { describeTour } from './optimize.ts'
import { describePosition } from './reverse-geocode.ts'
import { describeRoute } from './route.ts'
import { Speaker } from './speaker.ts'

export type { Answered, AnsweredPlace } from './answered.ts'

const describers: Record<Intent, (answered: Answered, speaker: Speaker) => Description> = {
  route: describeRoute,
  optimize: describeTour,
  isochrone: describeReach,
  elevation: describeHeights,
  matrix: describeMatrix,
  geocode: describeSearch,
  reverse_geocode: describePosition,
}

const describe = (answered: Answered, speaker: Speaker) =>
  describers[answered.intent](answered, speaker)

/**
 * Summarises an answer in 1 to 3 sentences in the language of the query. Every number comes from the result or the
 * parameters, rounded by the rules of `figures.ts`. Differences are computed from the rounded numbers.
 *
 * @example
 * summarise({ language: 'en', intent: 'elevation', parameters, result, places })
 * // 'Ordino is 1,298 m above sea level.'
 */
export function summarise(answered: Answered): string {
  const speaker = new Speaker(answered)
  return speaker.joinSentences(describe(answered, speaker).sentences)
}

/** Returns the figures and names of {@link summarise} as named values, for a language model to phrase. */
export function collectFacts(answered: Answered): Facts {
  const names = answered.places.map(({ name }) => name).filter(Boolean)
  return {
    subject: answered.intent,
    values: describe(answered, new Speaker(answered)).values,
    ...(names.length > 0 && { names: { places: names.join(', ') } }),
  }
}
