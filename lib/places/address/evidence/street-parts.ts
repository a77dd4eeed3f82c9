import type { AddressConventions } from '../tables/conventions.ts'
import { isVenueWord } from '../tables/name-words.ts'
import {
  aloneTypes,
  alwaysNumbered,
  compoundLanguages,
  notAlone,
  type StreetFacts,
} from '../tables/street-words.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** Checks for a type of the country's languages that rarely means anything else. */
export function isOwnType({ type }: StreetFacts, { languages }: AddressConventions): boolean {
  return type !== undefined && !type.weak && type.languages.some((l) => languages.includes(l))
}

/** Checks for a street inside a longer name: "The Swan High Street Lavenham" as one place. */
export function hasStreetInside(
  { tokens, streetFacts }: AnnotatedText,
  conventions: AddressConventions,
  from: number,
  to: number,
): boolean {
  for (let i = to - 1; i > from + 1; i--) {
    if (isVenueWord(tokens[i]!.text)) return false
    if (i < to - 1 && isOwnType(streetFacts[i]!, conventions)) return true
  }
  return false
}

/** Scores the evidence against a street that is a part of a name or of a number. */
export function scoreIncompleteStreet(
  { tokens, streetFacts }: AnnotatedText,
  { languages }: AddressConventions,
  from: number,
  to: number,
): number {
  const { text, gap } = tokens[from]!
  if (gap === gaps.blank && tokens[from - 1]?.isNumber && /^(?:bis|ter|quater)$/.test(text)) {
    return weights.numberAddition
  }
  if (to - from === 1 && notAlone.has(text)) return weights.bareType
  const { type } = streetFacts[to - 1]!
  const following = tokens[to]
  if (!type || type.weak || !following?.hasDigit || following.gap !== gaps.blank) return 0
  if (alwaysNumbered.has(tokens[to - 1]!.text)) return weights.bareType
  if (to - from > 1 || aloneTypes.has(text) || tokens[to + 1]?.gap === gaps.dash) return 0
  const own = type.languages.filter((language) => languages.includes(language))
  return own.some((language) => !compoundLanguages.has(language)) ? weights.bareType : 0
}
