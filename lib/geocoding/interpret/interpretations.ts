import { categoriesNamed } from '../../categories/index.ts'
import type { Word } from '../../text/index.ts'
import { countryPrefixSpans, countrySpans } from './country-spans.ts'
import { numberSpans, tiedNumbers, type WordSpan } from './number-spans.ts'
import { joinedTerm, type QueryTerm, queryTermOf, queryTermsOf } from './query-term.ts'
import type { QueryText } from './tokenize.ts'
import { unitWords } from './unit-words.ts'

/** One meaning of a text: which of its words a place must match, and what the others are. */
export interface Interpretation {
  terms: readonly QueryTerm[]
  /** As typed. */
  houseNumber?: string
  /** ISO 3166-1 alpha-3. */
  country?: string
  /** Words that may name a flat or a floor were left out. */
  units?: true
  /** Number of words typed, including those left out (default: the number of terms). */
  typedWords?: number
}

const maxInterpretations = 20
const maxCategoryWords = 4
const maxCategorySpans = 2
const maxFigureSpans = 3
const maxFigureLetters = 12

/**
 * The meanings a text may have, the plainest first, at most 20:
 *
 * 1. every word is in the place's name or in its surroundings;
 * 2. figures are a house number, the first or last words a country, others a flat or floor;
 * 3. a word ends in a house number (`meritxell73`);
 * 4. several words name one category, or figures and their neighbour are one word (`AD 500`);
 * 5. the last words of an unfinished text begin the name of a country.
 */
export function interpretationsOf(query: QueryText): Interpretation[] {
  const { words, open } = query
  const terms = queryTermsOf(words, { open })
  const interpretations: Interpretation[] = [
    { terms },
    ...withSpansLeftOut(query, terms).filter(isUsable),
    ...withTiedNumbers(words, terms),
    ...withJoinedWords(words, terms),
    ...(open ? withCountryPrefix(words, terms).filter(isUsable) : []),
  ]
  return interpretations
    .slice(0, maxInterpretations)
    .map((interpretation) => ({ ...interpretation, typedWords: words.length }))

  /** Some words are left out, and a word to search for is left. */
  function isUsable({ terms: left, houseNumber }: Interpretation): boolean {
    if (left.length === terms.length) return false
    return left.some(({ optional }) => !optional || houseNumber !== undefined)
  }
}

function withSpansLeftOut(
  { text, words, open }: QueryText,
  terms: readonly QueryTerm[],
): Interpretation[] {
  const interpretations: Interpretation[] = []
  const numbers = numberSpans(text, words)
  const countries = countrySpans(text, words, open)
  const units = open ? new Set<number>() : unitWords(text, words)
  for (const leftOut of units.size > 0 ? [new Set<number>(), units] : [units]) {
    const base = leftOut.size > 0 ? { units: true as const } : {}
    const numbersLeft = numbers.filter(
      ({ first, end }) => !leftOut.has(first) || !leftOut.has(end - 1),
    )
    for (const country of [undefined, ...countries]) {
      for (const number of [undefined, ...numbersLeft]) {
        interpretations.push({
          ...base,
          ...(country && { country: country.country }),
          ...(number && { houseNumber: number.text }),
          terms: withoutWords(terms, leftOut, [country, number]),
        })
      }
    }
  }
  return interpretations
}

function withoutWords(
  terms: readonly QueryTerm[],
  leftOut: ReadonlySet<number>,
  spans: readonly (WordSpan | undefined)[],
): QueryTerm[] {
  return terms.filter(
    (_, i) => !leftOut.has(i) && !spans.some((span) => span && i >= span.first && i < span.end),
  )
}

function withTiedNumbers(words: readonly Word[], terms: readonly QueryTerm[]): Interpretation[] {
  return tiedNumbers(words).map(({ at, word, number }) => ({
    terms: terms.with(at, queryTermOf(word)),
    houseNumber: number,
  }))
}

function withJoinedWords(words: readonly Word[], terms: readonly QueryTerm[]): Interpretation[] {
  return [...categorySpans(words), ...figureSpans(words)].map(({ first, end, term }) => ({
    terms: [...terms.slice(0, first), term, ...terms.slice(end)],
  }))
}

function withCountryPrefix(words: readonly Word[], terms: readonly QueryTerm[]): Interpretation[] {
  return countryPrefixSpans(words).map(({ country, ...span }) => ({
    country,
    terms: withoutWords(terms, new Set(), [span]),
  }))
}

type JoinedSpan = WordSpan & { term: QueryTerm }

/** Categories of more than one word: `gas station`, `arrêt de bus`. */
function categorySpans(words: readonly Word[]): JoinedSpan[] {
  const spans: JoinedSpan[] = []
  for (let count = Math.min(maxCategoryWords, words.length); count > 1; count--) {
    for (let first = 0; first + count <= words.length; first++) {
      const end = first + count
      const phrase = words
        .slice(first, end)
        .map(({ text }) => text)
        .join(' ')
      const categories = categoriesNamed(phrase)
      if (categories.length > 0)
        spans.push({ first, end, term: joinedTerm(phrase, { categories }) })
    }
  }
  return spans.slice(0, maxCategorySpans)
}

/** Figures and their neighbour as one word: `AD 500`, `Take 31`, `NW1 6XE`. */
function figureSpans(words: readonly Word[]): JoinedSpan[] {
  const spans: JoinedSpan[] = []
  for (let first = 0; first + 1 < words.length; first++) {
    const [a, b] = [words[first]!.text, words[first + 1]!.text]
    if (!/\d/.test(a + b) || a.length + b.length > maxFigureLetters) continue
    spans.push({ first, end: first + 2, term: joinedTerm(`${a} ${b}`, { words: [a + b] }) })
  }
  return spans.slice(0, maxFigureSpans)
}
