import type { Word } from '#places/text'
import {
  beginsCountryName,
  countriesWithPrefix,
  countryNamed,
  maxCodeLetters,
  maxCountryNameWords,
} from './country-names.ts'
import type { WordSpan } from './number-spans.ts'

/** The country at the end of a text, else at its beginning; ISO 3166-1 alpha-3. None or one. */
export function countrySpans(
  text: string,
  words: readonly Word[],
  open: boolean,
): (WordSpan & { country: string })[] {
  const longest = Math.min(maxCountryNameWords, words.length - 1)
  for (let count = longest; count >= 1; count--) {
    for (const first of [words.length - count, 0]) {
      if (count > 1 && !beginsCountryName(words[first]!.text)) continue
      const span = { first, end: first + count }
      const folded = textOf(words, span)
      const country = countryNamed(folded)
      if (!country) continue
      if (folded.length <= maxCodeLetters) {
        if (open && span.end === words.length) continue
        if (!isCode(text, words[first]!, first === 0)) continue
      }
      return [{ ...span, country }]
    }
  }
  return []
}

/** Countries whose name begins with the last words of an unfinished text. */
export function countryPrefixSpans(words: readonly Word[]): (WordSpan & { country: string })[] {
  for (let count = Math.min(maxCountryNameWords, words.length - 1); count >= 1; count--) {
    const span = { first: words.length - count, end: words.length }
    const folded = textOf(words, span)
    if (folded.length < maxCodeLetters) continue
    const countries = countriesWithPrefix(folded)
    if (countries.length > 0) return countries.map((country) => ({ ...span, country }))
  }
  return []
}

function textOf(words: readonly Word[], { first, end }: WordSpan): string {
  return words
    .slice(first, end)
    .map((word) => word.text)
    .join(' ')
}

/** In capitals or after a comma, and never the first word of a text. */
function isCode(text: string, { raw, start }: Word, isFirst: boolean): boolean {
  if (isFirst) return false
  return raw === raw.toUpperCase() || text.slice(0, start).trimEnd().endsWith(',')
}
