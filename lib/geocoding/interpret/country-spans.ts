import type { Word } from '../../text/index.ts'
import { countriesBeginning, countryNamed, longestCountryName } from './country-names.ts'
import type { Span } from './number-spans.ts'

/** Codes are of two or three letters, and so are many words. */
const longestCode = 3

/** The country at the end of a text or, failing that, at its beginning; ISO 3166-1 alpha-3. */
export function countrySpans(
  text: string,
  words: readonly Word[],
  open: boolean,
): (Span & { country: string })[] {
  const longest = Math.min(longestCountryName, words.length - 1)
  for (let count = longest; count >= 1; count--) {
    for (const first of [words.length - count, 0]) {
      const span = { first, end: first + count }
      const folded = textOf(words, span)
      const country = countryNamed(folded)
      if (!country) continue
      if (folded.length <= longestCode) {
        if (open && span.end === words.length) continue
        if (!isCode(text, words[first]!, first === 0)) continue
      }
      return [{ ...span, country }]
    }
  }
  return []
}

/** Countries whose name begins with the last words of a text that may go on. */
export function begunCountries(words: readonly Word[]): (Span & { country: string })[] {
  for (let count = Math.min(longestCountryName, words.length - 1); count >= 1; count--) {
    const span = { first: words.length - count, end: words.length }
    const folded = textOf(words, span)
    if (folded.length < longestCode) continue
    const countries = countriesBeginning(folded)
    if (countries.length > 0) return countries.map((country) => ({ ...span, country }))
  }
  return []
}

function textOf(words: readonly Word[], { first, end }: Span): string {
  return words
    .slice(first, end)
    .map((word) => word.text)
    .join(' ')
}

/** In capitals or behind a comma, and never what a text begins with. */
function isCode(text: string, { raw, start }: Word, isFirst: boolean): boolean {
  if (isFirst) return false
  return raw === raw.toUpperCase() || text.slice(0, start).trimEnd().endsWith(',')
}
