import type { LatLon } from '#ground/geo'
import { findCategoriesByWords } from '#places/categories'
import { clockText, clockTimesIn } from './clock.ts'
import { languageOf } from './language.ts'
import { normalise } from './normalise.ts'
import { kilometersPerMile, numberIn, quantitiesIn } from './quantities.ts'
import type { ReaderLanguage } from './reading.ts'
import { rulesOf } from './rules.ts'
import { type TextToken, tokensOf } from './tokens.ts'

/** What stands in a query: what a reading that was made elsewhere is checked against. */
export interface QueryEvidence {
  language: ReaderLanguage
  /** A text as the query has it, where its words stand there in a row, compared folded. */
  textLike(text: string): string | undefined
  /** Coordinates in the query that are those in a text. */
  positionLike(text: string): { text: string; position: LatLon } | undefined
  /** Numbers in figures and words. */
  hasNumber(value: number): boolean
  /** A duration of the query, or one of its numbers as minutes or hours. */
  hasMinutes(value: number): boolean
  /** A distance of the query, or one of its numbers as kilometres, metres or miles. */
  hasKilometers(value: number): boolean
  /** A time of day of the query, in either half of the day: `08:30`. */
  hasTime(clock: string): boolean
  /** Categories that some words of the query name. */
  categoriesOf(text: string): readonly string[]
}

/** Kilometres of a mile: rounded, as models often have it, and exact. */
const usualKilometersPerMile = [1.6, kilometersPerMile]

const isWord = ({ kind }: TextToken) => kind === 'word' || kind === 'number'

export function evidenceIn(query: string): QueryEvidence {
  const text = normalise(query)
  const language = languageOf(text)
  const rules = rulesOf(language)
  const { east } = rules.table
  const tokens = tokensOf(text, { east })
  const words = tokens.filter(isWord)
  const numbers = words.map((token) => numberIn(token, rules)).filter((n) => n !== undefined)
  // `8:30` is one token.
  const figures = words.flatMap(({ kind, text }) =>
    kind === 'number' ? text.split(/\D+/).filter(Boolean).map(Number) : [],
  )
  const quantities = quantitiesIn(tokens, rules)
  const valuesIn = (unit: 'minutes' | 'kilometers') =>
    quantities.flatMap((quantity) => (quantity.unit === unit ? quantity.values : []))
  const minutes = [...valuesIn('minutes'), ...numbers, ...numbers.map((hours) => hours * 60)]
  const kilometers = [
    ...valuesIn('kilometers'),
    ...numbers.flatMap((n) => [n, n / 1000, ...usualKilometersPerMile.map((mile) => n * mile)]),
  ]
  const times = clockTimesIn(tokens, rules).map(({ minutes }) => clockText(minutes % 720))
  return {
    language,
    textLike: (wanted) => {
      const span = spanOf(words, wanted)
      return span && text.slice(span.start, span.end)
    },
    positionLike: (wanted) => {
      const [position, ...more] = tokensOf(normalise(wanted), { east }).filter(
        ({ kind }) => kind !== 'mark',
      )
      if (position?.kind !== 'position' || more.length > 0) return undefined
      const same = tokens.find(
        (token) => token.position && isSame(token.position, position.position!),
      )
      return same && { text: same.raw, position: same.position! }
    },
    hasNumber: (value) => numbers.includes(value),
    hasMinutes: (value) => minutes.some((other) => isNear(value, other)),
    hasKilometers: (value) => kilometers.some((other) => isNear(value, other)),
    hasTime: (clock) => {
      const [hour = 0, minute = 0] = clock.split(':').map(Number)
      const isWritten =
        (figures.includes(hour) || figures.includes(hour % 12)) &&
        (minute === 0 || figures.includes(minute))
      return isWritten || times.includes(clockText((hour * 60 + minute) % 720))
    },
    categoriesOf: (wanted) =>
      findCategoriesByWords(
        tokensOf(normalise(wanted))
          .filter(isWord)
          .map(({ text }) => text),
      ),
  }
}

function spanOf(
  words: readonly TextToken[],
  wanted: string,
): { start: number; end: number } | undefined {
  const sought = tokensOf(normalise(wanted)).filter(isWord)
  if (sought.length === 0) return undefined
  for (let at = 0; at + sought.length <= words.length; at++) {
    if (sought.every(({ text }, i) => words[at + i]!.text === text)) {
      return { start: words[at]!.start, end: words[at + sought.length - 1]!.end }
    }
  }
  return undefined
}

const isSame = (a: LatLon, b: LatLon) => a.lat === b.lat && a.lon === b.lon

/** Within the rounding of a conversion. */
const isNear = (a: number, b: number) => Math.abs(a - b) <= 0.005 * Math.abs(b)
