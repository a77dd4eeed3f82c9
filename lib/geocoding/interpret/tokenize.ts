import { isStopWord, isStreetTypeWord, type Word, wordsOf } from '../../text/index.ts'

/** What is considered of a text; longer ones are cut, which the caller is told. */
export const mostCharacters = 300
export const mostWords = 20

/** A text as a search reads it. */
export interface Understood {
  /** Without control characters, cut to what is considered. */
  text: string
  words: readonly Word[]
  /** The last word may still go on: typed without a blank behind it. */
  open: boolean
}

/** Reads a text; `open` says that it may end within a word. Takes any string. */
export function understand(
  text: string,
  { open, warn }: { open: boolean; warn(text: string): void },
): Understood {
  const begun = text.slice(0, 4 * mostCharacters).toWellFormed()
  const clean = begun.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trimStart()
  const shown = cut(clean)
  const words = wordsOf(shown)
  const isCut = text.trim().length > shown.trim().length && shown.length >= mostCharacters - 1
  if (isCut || words.length > mostWords) {
    warn(`only the first ${mostWords} words and ${mostCharacters} characters of the text are used`)
  }
  const considered = words.slice(0, mostWords)
  const end = considered.at(-1)?.end ?? 0
  const goesOn = open && end === shown.length && words.length <= mostWords
  return { text: shown.slice(0, end), words: considered, open: goesOn }
}

/** Never within a character of two code units. */
function cut(text: string): string {
  if (text.length <= mostCharacters) return text
  return text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')
}

/**
 * How much a word says of a place: articles little, street types (thousands of places have them) and
 * figures less than names.
 */
export function weightOf(text: string): number {
  if (isStopWord(text)) return 0.2
  if (isStreetTypeWord(text)) return 0.5
  return /^\d/.test(text) ? 0.7 : 1
}

/** Whether a word says enough to be searched for by itself. */
export function isContent(text: string): boolean {
  if (isStopWord(text) || isStreetTypeWord(text) || /^\d+\p{L}{0,2}$/u.test(text)) return false
  // A letter says nothing, a Chinese character does.
  return text.length > 1 || text > '\u02ff'
}
