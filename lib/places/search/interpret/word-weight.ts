import { isStopWord, isStreetTypeWord } from '#places/text'

/**
 * How much a folded word tells about a place: names most, figures less, street types (thousands of places
 * have them) less still, articles least.
 */
export function weightOf(word: string): number {
  if (isStopWord(word)) return 0.2
  if (isStreetTypeWord(word)) return 0.5
  return /^\d/.test(word) ? 0.7 : 1
}

/** Whether a folded word is worth searching for by itself. */
export function isContent(word: string): boolean {
  if (isStopWord(word) || isStreetTypeWord(word) || /^\d+\p{L}{0,2}$/u.test(word)) return false
  // A single Latin letter tells nothing, a single Chinese character does.
  return word.length > 1 || word > '\u02ff'
}
