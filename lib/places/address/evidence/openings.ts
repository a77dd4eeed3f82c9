import { isStopWord } from '#places/text'
import type { AddressConventions } from '../tables/conventions.ts'
import { isVenueWord, streetAdjectives } from '../tables/name-words.ts'
import {
  commonStreets,
  germanOpening,
  type StreetFacts,
  typeAnywhere,
  typeLast,
} from '../tables/street-words.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** Maximum letters of a word that is more often only the ending, separated from its name: "Schloss Allee". */
const maxBareEnding = 6

/** Maximum letters of a street type ("Boulevard"). A longer one is a complete name: "Hauptstraße". */
const maxTypeWord = 9

/** Checks for a complete street name in one word: "Mittelstraße". */
function isWholeStreet({ text }: Token, { type, compound, weakCompound }: StreetFacts): boolean {
  const bare = type && text.length <= maxTypeWord
  return compound && !weakCompound && !bare && text.length > maxBareEnding
}

/** Checks for the German adjective of a place before a street type: "Kölner" before "Straße". */
function isGermanOrigin(
  { tokens, streetFacts }: AnnotatedText,
  at: number,
  { languages }: AddressConventions,
): boolean {
  const following = tokens[at + 1]
  const named = following !== undefined && following.gap !== gaps.hard && !following.isNumber
  if (languages[0] !== 'de' || !named || !streetFacts[at + 1]!.type) return false
  if (following.text.length > maxTypeWord) return false
  return /^\p{L}{3,}er$/u.test(tokens[at]!.raw)
}

/**
 * Checks whether a token can only be the first of a street: a type with a name, a whole street name, an adjective,
 * "Kölner Straße".
 */
export function isStreetOpening(
  annotated: AnnotatedText,
  from: number,
  conventions: AddressConventions,
): boolean {
  const { tokens, streetFacts } = annotated
  const { languages } = conventions
  const following = tokens[from + 1]
  const named = following !== undefined && following.gap !== gaps.hard && !following.isNumber
  if (isGermanOrigin(annotated, from, conventions)) return true
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
 * Checks for a venue and its street without a comma: "Bäckerei Hinkel Mittelstraße". A word for a venue directly before
 * the type belongs to the street's own name ("School Lane", "Schloss Allee").
 */
export function hasLeadingVenue(
  { tokens, streetFacts }: AnnotatedText,
  { numberFirst }: AddressConventions,
  from: number,
  to: number,
): boolean {
  if (numberFirst) return hasVenueInside(tokens, from, to)
  if (!isVenueWord(tokens[from]!.text)) return false
  if (streetFacts[from]!.type) return false
  return to - from > 2 || (to - from > 1 && isWholeStreet(tokens[to - 1]!, streetFacts[to - 1]!))
}

/** Checks for a venue inside a name, at the beginning of an address without a number: "The Crown Inn Church Lane". */
function hasVenueInside(tokens: readonly Token[], from: number, to: number): boolean {
  if (from > 0) return false
  for (let i = 1; i < to - 2; i++) if (isVenueWord(tokens[i]!.text)) return true
  return false
}

/**
 * Checks whether a street is preceded by words outside its name, because its own beginning is recognizable: "Edeka
 * Schneider Ludwigstraße", "Tesco Express High Street", but "Große Bergstraße", "North High Street".
 */
export function hasLooseWords(
  annotated: AnnotatedText,
  conventions: AddressConventions,
  from: number,
  to: number,
): boolean {
  const { tokens, streetFacts } = annotated
  // "The Red Lion Church Street", "Zum Goldenen Hirsch Bachgasse"
  const article = to - from > 2 && /^(?:the|zum|zur)$/.test(tokens[from]!.text)
  const first = article ? from + 1 : from
  // "Landstraßer Hauptstraße"
  if (to - first === 2 && conventions.languages[0] === 'de' && /er$/.test(tokens[first]!.text)) {
    return false
  }
  if (tokens[from - 1]?.hasDigit || !isPossiblyLoose(tokens[first]!, streetFacts[first]!))
    return false
  for (let at = first + 1; at < to; at++) {
    const { type, direction } = streetFacts[at - 1]!
    if (type || direction) return false
    // "Zum Alten Bahnhofsplatz"
    if (article && /en$/.test(tokens[at - 1]!.text)) continue
    if (isStreetStart(annotated, conventions, at, to)) return true
  }
  return false
}

function isPossiblyLoose(
  { text, raw, hasDigit }: Token,
  { type, direction }: StreetFacts,
): boolean {
  // "Dr.", "St."
  const short = text.length < 3 || raw.endsWith('.')
  if (hasDigit || type || direction || short) return false
  return !streetAdjectives.has(text) && !isStopWord(text)
}

/** Checks whether the tokens from `at` to before `to` are the whole name of a street, whatever precedes them. */
export function isStreetStart(
  annotated: AnnotatedText,
  conventions: AddressConventions,
  at: number,
  to: number,
): boolean {
  const { tokens, streetFacts } = annotated
  const { languages } = conventions
  const { text, raw } = tokens[at]!
  const last = streetFacts[to - 1]!
  const alone = to - at === 1
  if (alone && isWholeStreet(tokens[at]!, last)) {
    if (oneWord.test(text) || languages.some((language) => oneWordStreets.has(language)))
      return true
  }
  if (languages[0] === 'de' && !alone && germanOpening.test(`${text} ${tokens[at + 1]!.text} `)) {
    return true
  }
  if (!last.type && !last.compound) return false
  const before = tokens[at - 1]
  if (before && isStopWord(before.text)) return false
  if (languages.some((language) => commonStreets.get(language)?.has(text))) {
    return alone ? !last.type : true
  }
  if (alone) return false
  if (languages[0] === 'en') return to - at === 2 && /^\d+(?:st|nd|rd|th)$/.test(text)
  if (to - at > 2) return false
  if (isGermanOrigin(annotated, at, conventions)) return true
  // "Kamenné námestie", "Ленинградская улица"
  const adjective = typeAnywhere.has(languages[0] ?? '') && last.type && slavicAdjective.test(raw)
  return adjective ? !(before && slavicAdjective.test(before.raw)) : false
}

/** Endings that mark a street of one word in any language. In `oneWordStreets`, all endings do. */
const oneWord = /(?:gasse|steenweg|strasse)$/
const oneWordStreets: ReadonlySet<string> = new Set(['de', 'fi'])
const slavicAdjective = /\p{L}{2}(?:[аь]я|[иыо]й|[её]|[éáýí]|sk[aáeéi]|ova)$/iu

/** First words of the names of buildings that follow the number of their street. */
const buildingOpening =
  /^(?:conjunto|ed|edif|edifici|edificio|galeria|immeuble|palazzo|residence|residencia|residencial|torre)$/

/**
 * Scores the evidence for a venue besides the words in it: "Edificio Kepler" after a street, "pizza" near something.
 */
export function scoreVenueOpening(
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
    if (isStreetOpening(annotated, i, conventions)) return score - weights.streetInVenue
  }
  return score
}
