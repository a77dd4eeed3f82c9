import { splitWords, type Word } from '#places/text'

/** Longer texts are truncated, and the caller is warned. */
export const maxCharacters = 300
export const maxWords = 20

/** The text of a query, split into words. */
export interface QueryText {
  /** Without control characters, up to the last word. */
  text: string
  words: readonly Word[]
  /** The text is still being typed. */
  isTyping: boolean
  /** The last word may be unfinished: the text is still being typed and does not end with a blank. */
  open: boolean
  /** The text was longer than a search looks at. */
  isTruncated: boolean
}

/** Splits any string into words; `isTyping` says that the text is still being typed. */
export function tokenize(text: string, { isTyping = false } = {}): QueryText {
  const start = text.slice(0, 4 * maxCharacters).toWellFormed()
  const clean = truncate(start.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trimStart())
  const allWords = splitWords(clean)
  const words = allWords.slice(0, maxWords)
  const isCut = text.trim().length > clean.trim().length && clean.length >= maxCharacters - 1
  const end = words.at(-1)?.end ?? 0
  return {
    text: clean.slice(0, end),
    words,
    isTyping,
    open: isTyping && end === clean.length && allWords.length <= maxWords,
    isTruncated: isCut || allWords.length > maxWords,
  }
}

/** Tells the caller when only the beginning of a text is searched for. */
export function warnIfTruncated({ isTruncated }: QueryText, warn: (text: string) => void): void {
  if (!isTruncated) return
  warn(`only the first ${maxWords} words and ${maxCharacters} characters of the text are used`)
}

/** Never splits a surrogate pair. */
function truncate(text: string): string {
  if (text.length <= maxCharacters) return text
  return text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')
}
