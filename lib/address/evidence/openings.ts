import { isStopWord } from '../../text/index.ts'
import type { AddressConventions } from '../tables/conventions.ts'
import { isVenueWord, streetAdjectives } from '../tables/name-words.ts'
import { type StreetFacts, typeLast } from '../tables/street-words.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** A shorter word is more often the ending alone, apart from its name: "Schloss Allee". */
const maxBareEnding = 6

/** "Mittelstraße" */
function isWholeStreet({ text }: Token, { type, compound, weakCompound }: StreetFacts): boolean {
  return compound && !weakCompound && !type && text.length > maxBareEnding
}

/**
 * Whether the token can only be the first of a street: a type with a name, a whole street name, an
 * adjective, "Kölner Straße".
 */
export function opensStreet(
  { tokens, streetFacts }: AnnotatedText,
  from: number,
  { languages }: AddressConventions,
): boolean {
  const following = tokens[from + 1]
  const named = following !== undefined && following.gap !== gaps.hard && !following.isNumber
  if (languages[0] === 'de' && named && streetFacts[from + 1]!.type) {
    if (/^\p{Lu}.{2,}er$/u.test(tokens[from]!.raw)) return true
  }
  const { type } = streetFacts[from]!
  if (
    named &&
    type &&
    !type.weak &&
    type.languages.some((language) => languages.includes(language) && !typeLast.has(language))
  )
    return true
  return (
    isWholeStreet(tokens[from]!, streetFacts[from]!) || streetAdjectives.has(tokens[from]!.text)
  )
}

/**
 * "Bäckerei Hinkel Mittelstraße": a venue and its street without a comma. A venue is a word of the
 * street's own name before its type ("School Lane", "Schloss Allee").
 */
export function beginsWithVenue(
  { tokens, streetFacts }: AnnotatedText,
  { numberFirst }: AddressConventions,
  from: number,
  to: number,
): boolean {
  if (numberFirst) return venueInside(tokens, from, to)
  if (!isVenueWord(tokens[from]!.text)) return false
  if (streetFacts[from]!.type) return false
  return to - from > 2 || (to - from > 1 && isWholeStreet(tokens[to - 1]!, streetFacts[to - 1]!))
}

/** "The Crown Inn Church Lane", at the beginning of an address without a number. */
function venueInside(tokens: readonly Token[], from: number, to: number): boolean {
  if (from > 0) return false
  for (let i = 1; i < to - 2; i++) if (isVenueWord(tokens[i]!.text)) return true
  return false
}

/**
 * Words before a German or Finnish street of one word that are no part of it: "Edeka Schneider
 * Ludwigstraße", but "Große Bergstraße".
 */
export function looseWords(
  { tokens, streetFacts }: AnnotatedText,
  { languages }: AddressConventions,
  from: number,
  to: number,
): number {
  const whole = isWholeStreet(tokens[to - 1]!, streetFacts[to - 1]!)
  if (!whole || !oneWordStreets.has(languages[0] ?? '')) return 0
  let loose = 0
  for (let i = from; i < to - 1; i++) {
    const { text, hasDigit } = tokens[i]!
    const own = streetAdjectives.has(text) || isStopWord(text) || hasDigit || text.length < 4
    if (own || streetFacts[i]!.type || streetFacts[i]!.direction) return 0
    loose++
  }
  return loose
}

const oneWordStreets: ReadonlySet<string> = new Set(['de', 'fi'])

/** First words of the names of buildings that stand after the number of their street. */
const buildingOpening =
  /^(?:conjunto|ed|edif|edifici|edificio|galeria|immeuble|palazzo|residence|residencia|residencial|torre)$/

/** Evidence for a venue besides the words in it: "Edificio Kepler" after a street, "pizza" near something. */
export function venueOpeningScore(
  annotated: AnnotatedText,
  conventions: AddressConventions,
  from: number,
  to: number,
): number {
  const { tokens } = annotated
  let score = 0
  if (from === 0 && tokens[to]?.ignored) score += weights.sought
  if (from > 0 && to - from > 1 && buildingOpening.test(tokens[from]!.text))
    score += weights.buildingOpening
  // "Masjid Kampung Baru Jalan Raja Alang"
  const open = to < tokens.length && tokens[to]!.gap !== gaps.hard
  for (let i = from + 2; open && i < to - 1; i++) {
    if (opensStreet(annotated, i, conventions)) return score - weights.streetInVenue
  }
  return score
}
