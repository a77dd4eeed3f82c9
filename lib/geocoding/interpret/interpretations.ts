import { categoriesNamed } from '../../categories/index.ts'
import { isStopWord, type Word } from '../../text/index.ts'
import { begunCountries, countrySpans } from './country-spans.ts'
import { numberSpans, type Span, tiedNumbers } from './number-spans.ts'
import { joinedSlot, type Slot, slotOf } from './query-term.ts'
import type { Understood } from './tokenize.ts'
import { unitWords } from './unit-words.ts'

/** One way to take a text: which of its words a place must have, and which are something else. */
export interface Reading {
  slots: readonly Slot[]
  /** As typed. */
  houseNumber?: string
  /** ISO 3166-1 alpha-3. */
  country?: string
  /** Words were left out that may name a flat or a floor. */
  units?: true
  /** How many words were typed, those left out too; by default as many as slots. */
  typed?: number
}

const mostReadings = 20
const longestCategory = 4
const mostCategories = 2
const mostFigures = 3

/**
 * The ways to take a text, the plainest first: every word a word of the place or of where it is; figures
 * as house number; a country at the end or the beginning; flats and floors left out; several words as one
 * category; figures joined with their neighbour (`AD 500`). At most 20.
 */
export function readingsOf({ text, words, open }: Understood): Reading[] {
  const slots = plainSlots(words, open)
  const readings: Reading[] = [{ slots }]
  const without = (leftOut: ReadonlySet<number>, ...spans: readonly Span[]) =>
    slots.filter((_, i) => {
      return !leftOut.has(i) && !spans.some(({ first, end }) => i >= first && i < end)
    })
  const add = (reading: Reading) => {
    const isSame = reading.slots.length === slots.length
    const says = ({ optional }: Slot) => !optional || reading.houseNumber !== undefined
    if (!isSame && reading.slots.some(says)) readings.push(reading)
  }
  const numbers = numberSpans(text, words)
  const countries = countrySpans(text, words, open)
  const units = open ? new Set<number>() : unitWords(text, words)
  for (const leftOut of units.size > 0 ? [new Set<number>(), units] : [units]) {
    const given = leftOut.size > 0 ? { units: true as const } : {}
    const outside = numbers.filter(({ first, end }) => !leftOut.has(first) || !leftOut.has(end - 1))
    add({ ...given, slots: without(leftOut) })
    for (const number of outside) {
      add({ ...given, houseNumber: number.text, slots: without(leftOut, number) })
    }
    for (const span of countries) {
      const { country } = span
      add({ ...given, country, slots: without(leftOut, span) })
      for (const number of outside) {
        const rest = without(leftOut, span, number)
        add({ ...given, country, houseNumber: number.text, slots: rest })
      }
    }
  }
  for (const { at, word, number } of tiedNumbers(words)) {
    const slot = slotOf(word, { categories: [], prefix: false, optional: false })
    readings.push({ slots: slots.with(at, slot), houseNumber: number })
  }
  for (const { span, slot } of [...categorySpans(words), ...figureSpans(words)]) {
    readings.push({ slots: [...slots.slice(0, span.first), slot, ...slots.slice(span.end)] })
  }
  for (const { country, ...span } of open ? begunCountries(words) : []) {
    add({ country, slots: without(units, span) })
  }
  return readings.slice(0, mostReadings).map((one) => ({ ...one, typed: words.length }))
}

function plainSlots(words: readonly Word[], open: boolean): Slot[] {
  const onlyStops = words.every(({ text }) => isStopWord(text))
  return words.map((word, i) => {
    const isLast = i === words.length - 1
    return slotOf(word, {
      categories: categoriesNamed(word.text),
      prefix: open && isLast,
      optional: !onlyStops && isStopWord(word.text),
    })
  })
}

/** Categories of more than one word: `gas station`, `arrêt de bus`. */
function categorySpans(words: readonly Word[]): { span: Span; slot: Slot }[] {
  const found: { span: Span; slot: Slot }[] = []
  for (let count = Math.min(longestCategory, words.length); count > 1; count--) {
    for (let first = 0; first + count <= words.length; first++) {
      const span = { first, end: first + count }
      const phrase = words.slice(first, span.end).map((word) => word.text)
      const categories = categoriesNamed(phrase.join(' '))
      if (categories.length === 0) continue
      found.push({ span, slot: joinedSlot(phrase.join(' '), undefined, categories) })
    }
  }
  return found.slice(0, mostCategories)
}

/** Figures with what stands beside them, as one word: `AD 500`, `Take 31`, `NW1 6XE`. */
function figureSpans(words: readonly Word[]): { span: Span; slot: Slot }[] {
  const found: { span: Span; slot: Slot }[] = []
  for (let first = 0; first + 1 < words.length; first++) {
    const [a, b] = [words[first]!.text, words[first + 1]!.text]
    if (!/\d/.test(a + b) || a.length + b.length > 12) continue
    found.push({ span: { first, end: first + 2 }, slot: joinedSlot(`${a} ${b}`, [a + b]) })
  }
  return found.slice(0, mostFigures)
}
