import type { AddressConventions } from '../tables/conventions.ts'
import { isVenueWord, streetAdjectives } from '../tables/name-words.ts'
import { typeLast } from '../tables/street-words.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import type { Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** Whether the token can only be the first of a street: a type, a whole street name, an adjective. */
export function opensStreet(
  { tokens, streetFacts }: AnnotatedText,
  from: number,
  { languages }: AddressConventions,
): boolean {
  const { type, compound, weakCompound } = streetFacts[from]!
  if (type && !type.weak && type.languages.some((l) => languages.includes(l) && !typeLast.has(l)))
    return true
  return (compound && !weakCompound) || streetAdjectives.has(tokens[from]!.text)
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
  if (numberFirst || !isVenueWord(tokens[from]!.text)) return false
  if (streetFacts[from]!.type) return false
  return to - from > 2 || (to - from > 1 && streetFacts[to - 1]!.compound)
}

/** First words of the names of buildings that stand after the number of their street. */
const buildingOpening =
  /^(?:conjunto|ed|edif|edifici|edificio|galeria|immeuble|palazzo|residence|residencia|residencial|torre)$/

/** Evidence for a venue besides the words in it: "Edificio Kepler" after a street, "pizza" near something. */
export function venueOpeningScore(tokens: readonly Token[], from: number, to: number): number {
  if (from === 0) return tokens[to]?.ignored ? weights.sought : 0
  return to - from > 1 && buildingOpening.test(tokens[from]!.text) ? weights.buildingOpening : 0
}
