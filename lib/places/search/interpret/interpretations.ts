import { findCategoriesByWords } from '#places/categories'
import { splitWords, type Word } from '#places/text'
import { countryPrefixSpans, countrySpans } from './country-spans.ts'
import { attachedNumbers, numberSpans, type WordSpan } from './number-spans.ts'
import { otherWordings } from './other-wordings.ts'
import { joinedTerm, type QueryTerm, queryTermOf, queryTermsOf } from './query-term.ts'
import { maxWords, type QueryText } from './tokenize.ts'
import { unitWords } from './unit-words.ts'

/** One meaning of a text: terms that a place must match, and what the other words are. */
export interface Interpretation {
  terms: readonly QueryTerm[]
  /**
   * The first terms, where they may be a whole name and one of their words comes again behind them: every street of
   * the town matches all words of `Rua de Gaia 5, Vila Nova de Gaia`.
   */
  name?: readonly QueryTerm[]
  /** As typed: `14 bis`. */
  houseNumber?: string
  /** ISO 3166-1 alpha-3. */
  country?: string
  /** Words that may name a flat or a floor were left out. */
  units?: true
  /** A town, region or country of the world was left out. */
  lacksArea?: true
  /** Number of words typed, including those left out (default: the number of terms). */
  typedWords?: number
}

const maxInterpretations = 20
const maxCategoryWords = 4
const maxCategorySpans = 2
const maxDigitSpans = 3
const maxDigitSpanLetters = 12
const minPostcodeDigits = 4

/**
 * The meanings a text may have, the simplest first, at most 20:
 *
 * 1. every word is in the name of the place or of an area around it;
 * 2. digits are a house number, the first or last words a country, others a flat or floor;
 * 3. a word ends in a house number (`meritxell73`);
 * 4. several words name one category, or digits and the next or previous word are one word (`AD 500`);
 * 5. the last words of an unfinished text begin the name of a country;
 * 6. the same of the text in other words (see `otherWordings`), each after its counterpart.
 */
export function interpretationsOf(query: QueryText): Interpretation[] {
  const own = literalInterpretations(query)
  const others = otherWordings(query).map(({ text, country }) => {
    const words = splitWords(text).slice(0, maxWords)
    const interpretations = literalInterpretations({ ...query, text, words })
    if (!country) return interpretations
    // `Paris, TX, France` is not in Texas.
    return interpretations
      .filter((each) => (each.country ?? country) === country)
      .map((each) => ({ ...each, country }))
  })
  if (others.length === 0) return own
  const all: Interpretation[] = []
  for (let i = 0; i < maxInterpretations; i++) {
    for (const list of [own, ...others]) all.push(...list.slice(i, i + 1))
  }
  return all.slice(0, maxInterpretations)
}

function literalInterpretations(query: QueryText): Interpretation[] {
  const { words, open } = query
  const terms = queryTermsOf(words, { open })
  const interpretations: Interpretation[] = [
    { terms },
    ...withSpansLeftOut(query, terms).filter(isUsable),
    ...withAttachedNumbers(words, terms),
    ...withJoinedWords(words, terms),
    ...(open ? withCountryPrefix(words, terms).filter(isUsable) : []),
  ]
  const isRepeating = new Set(words.map(({ text }) => text)).size < words.length
  return interpretations.slice(0, maxInterpretations).map((interpretation) => ({
    ...interpretation,
    ...(isRepeating && nameBeforeTown(query, terms, interpretation)),
    typedWords: words.length,
  }))

  /** Leaves words out, and a term remains that is not optional or has a house number beside it. */
  function isUsable({ terms: left, houseNumber }: Interpretation): boolean {
    if (left.length === terms.length) return false
    return left.some(({ optional }) => !optional || houseNumber !== undefined)
  }
}

/** The terms before the first comma or the house number: see {@link Interpretation.name}. */
function nameBeforeTown(
  { text, words }: QueryText,
  plain: readonly QueryTerm[],
  { terms, houseNumber }: Interpretation,
): Pick<Interpretation, 'name'> {
  const comma = text.search(/[,;|\n]/)
  const beforeComma = words.filter(({ start }) => comma < 0 || start < comma).length
  const gap = houseNumber === undefined ? -1 : plain.findIndex((term) => !terms.includes(term))
  const end = gap > 0 ? Math.min(gap, beforeComma) : beforeComma
  const name = plain.slice(0, end)
  const rest = terms.filter((term) => !name.includes(term))
  const isRepeated = ({ text, content }: QueryTerm) =>
    content && rest.some((other) => other.text === text)
  return name.some(isRepeated) && name.every((term) => terms.includes(term)) ? { name } : {}
}

function withSpansLeftOut(
  { text, words, open }: QueryText,
  terms: readonly QueryTerm[],
): Interpretation[] {
  const interpretations: Interpretation[] = []
  const numbers = numberSpans(text, words)
  const countries = countrySpans(text, words, open)
  const unitPositions = open ? new Set<number>() : unitWords(text, words)
  const none = new Set<number>()
  for (const leftOut of unitPositions.size > 0 ? [none, unitPositions] : [none]) {
    const base = leftOut.size > 0 ? { units: true as const } : {}
    const numbersOutsideUnits = numbers.filter(
      ({ first, end }) => !leftOut.has(first) || !leftOut.has(end - 1),
    )
    for (const country of [undefined, ...countries]) {
      for (const number of [undefined, ...numbersOutsideUnits]) {
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

function withAttachedNumbers(
  words: readonly Word[],
  terms: readonly QueryTerm[],
): Interpretation[] {
  return attachedNumbers(words).map(({ at, word, number }) => ({
    terms: terms.with(at, queryTermOf(word)),
    houseNumber: number,
  }))
}

function withJoinedWords(words: readonly Word[], terms: readonly QueryTerm[]): Interpretation[] {
  return [...categorySpans(words), ...digitSpans(words)].map(({ first, end, term }) => ({
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
  const folded = words.map(({ text }) => text)
  for (let count = Math.min(maxCategoryWords, words.length); count > 1; count--) {
    for (let first = 0; first + count <= words.length; first++) {
      const end = first + count
      const phrase = folded.slice(first, end)
      const categories = findCategoriesByWords(phrase)
      if (categories.length > 0)
        spans.push({ first, end, term: joinedTerm(phrase.join(' '), { categories }) })
    }
  }
  return spans.slice(0, maxCategorySpans)
}

/** Two neighbours as one word, one of them with digits: `AD 500`, `Take 31`, `NW1 6XE`. */
function digitSpans(words: readonly Word[]): JoinedSpan[] {
  const spans: JoinedSpan[] = []
  for (let first = 0; first + 1 < words.length; first++) {
    const [a, b] = [words[first]!.text, words[first + 1]!.text]
    if (!/\d/.test(a + b) || a.length + b.length > maxDigitSpanLetters) continue
    // `Rua 2 3` is no `Rua 23`.
    if (/^\d+$/.test(a + b) && a.length + b.length < minPostcodeDigits) continue
    spans.push({ first, end: first + 2, term: joinedTerm(`${a} ${b}`, { words: [a + b] }) })
  }
  return spans.slice(0, maxDigitSpans)
}
