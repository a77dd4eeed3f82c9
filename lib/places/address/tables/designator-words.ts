import type { TextRange } from '#places/text'
import type { ComponentKey } from '../components.ts'
import { type FoundWord, findMatchEnd, toComparable, WordIndex } from './word-index.ts'

/** Designators of one component; {@link WordIndex} describes the notation. */
interface DesignatorWords {
  /** Words before the value: "Apt 4B". */
  before: readonly string[]
  /** Words after the value: "3rd floor". */
  after?: readonly string[]
  /** Words after a single letter: "B wing". */
  lettered?: readonly string[]
  /** Words without a value: "ground floor". */
  alone?: readonly string[]
}

/** Component that a word designates, and the position of the word relative to its value. */
interface Meaning {
  key: ComponentKey
  place: keyof DesignatorWords
}

const wordStart = /(?<![\p{L}\p{N}\p{M}])\S/gu
const wordEnd = '(?![\\p{L}\\p{N}\\p{M}])'
/** "4B", "B-12", "1203-A", "12/4", "12 c". */
const unitNumber =
  '(?:(?:no|nr|nº|n°)[.:]? ?|[#№] ?)?(?:\\p{L}{1,2}-?)?\\d+(?:\\.\\d+)?(?: ?\\p{L}(?![\\p{L}\\p{N}.]))?(?:[-/&]\\d*\\p{L}?)?[ºª°]?'
/** "C", "izq." */
const letterValue = "(?:\\p{L}(?!['’.])|izq(?:da)?|dcha?|der|esq|dto|mf|tv|th|[IVX]{1,4})"
const boxNumber = '(?:(?:no|nr|nº)[.:]? ?)?[#№]?(?:\\p{L}{1,2} ?)?\\d+\\p{L}?(?:[-/ ]\\d+)*'

/**
 * Expressions for the text after a word, matched where the word ends. They are few, because V8 compiles them at a cold
 * start.
 */
const following = {
  unitNumber: new RegExp(`[.:]? ?(?:${unitNumber})${wordEnd}`, 'iuy'),
  boxNumber: new RegExp(`[.:]? ?(?:${boxNumber})${wordEnd}`, 'iuy'),
  letter: new RegExp(`(?:[.:] ?| )${letterValue}${wordEnd}`, 'iuy'),
  /** After an ordinal, as in "3rd floor"; does not match "3 floor 5". */
  ordinal: new RegExp(
    `${wordEnd}\\.?(?: (?:links|rechts|mitte)${wordEnd})?(?!:? ?\\d(?!\\d?\\.))`,
    'iuy',
  ),
  nothing: new RegExp(wordEnd, 'uy'),
}

const digits = /\d+/y
const roman = /[ivx]{1,4}/y
const letter = /\p{L}/uy

const ordinalEndings = new WordIndex([
  ...withMeaning('st nd rd th er ère re ème eme e º ª -й й \\.', { isMarked: true }),
  ...withMeaning('\\.º \\.ª ° o a :a :e η ος', { isMarked: false }),
])
const ordinalWords = new WordIndex(withMeaning('primer segundo tercer', { isMarked: false }))

function withMeaning<T>(words: string, meaning: T): [string, T][] {
  return words.split(' ').map((word) => [word, meaning])
}

/** Finds designators of parts of buildings and of boxes, with the values beside them. */
export class DesignatorFinder {
  readonly #words: WordIndex<Meaning>
  readonly #keys: readonly ComponentKey[]
  /** Components with words after single letters. Their words after a number require a marked ordinal. */
  readonly #lettered: ReadonlySet<ComponentKey>

  constructor(tables: Readonly<Partial<Record<ComponentKey, DesignatorWords>>>) {
    const entries = Object.entries(tables) as [ComponentKey, DesignatorWords][]
    this.#keys = entries.map(([key]) => key)
    this.#lettered = new Set(entries.filter(([, { lettered }]) => lettered).map(([key]) => key))
    this.#words = new WordIndex(
      entries.flatMap(([key, words]) =>
        (Object.keys(words) as Meaning['place'][]).flatMap((place) =>
          (words[place] ?? []).map((source) => [source, { key, place }] as const),
        ),
      ),
    )
  }

  /** Finds spans by component. Spans of the same component do not overlap. */
  find(text: string): Map<ComponentKey, TextRange[]> {
    const spans = new Map<ComponentKey, TextRange[]>()
    const small = toComparable(text)
    for (const { index: start } of text.matchAll(wordStart)) {
      const words = this.#wordsAt(text, small, start)
      if (words.length === 0) continue
      for (const key of this.#keys) {
        const found = spans.get(key)
        if (found && start < found.at(-1)!.end) continue
        const end = findSpanEnd(
          words.filter(({ meaning }) => meaning.key === key),
          text,
          start,
        )
        if (end < 0) continue
        if (found) found.push({ start, end })
        else spans.set(key, [{ start, end }])
      }
    }
    return spans
  }

  /** Finds the words that begin at a position, or after a number or a letter there. */
  #wordsAt(text: string, small: string, start: number): FoundWord<Meaning>[] {
    const words = this.#words
      .at(small, start)
      .filter(({ meaning: { place } }) => place === 'before' || place === 'alone')
    if (isNumberStart(small, start)) {
      for (const { end, isMarked } of findNumbers(text, small, start)) {
        for (const word of this.#wordsAfter(text, small, end)) {
          const { key, place } = word.meaning
          if (place === 'after' && (isMarked || !this.#lettered.has(key))) words.push(word)
        }
      }
    }
    const lettered = this.#wordsAfter(text, small, start + 1)
    if (lettered.length > 0 && findMatchEnd(letter, text, start) > start) {
      words.push(...lettered.filter(({ meaning }) => meaning.place === 'lettered'))
    }
    return words
  }

  /** Finds the words that begin at a position, or after a blank or hyphen there. */
  #wordsAfter(text: string, small: string, at: number): readonly FoundWord<Meaning>[] {
    const words = this.#words.at(small, at)
    if (text[at] !== ' ' && text[at] !== '-') return words
    return [...this.#words.at(small, at + 1), ...words]
  }
}

/**
 * Returns the end of the span of some words of one component, or -1. Tries each position of the value in a fixed order.
 */
function findSpanEnd(words: readonly FoundWord<Meaning>[], text: string, start: number): number {
  if (words.length === 0) return -1
  const of = (place: Meaning['place']) => words.filter(({ meaning }) => meaning.place === place)
  const before = of('before')
  const isBox = words[0]!.meaning.key === 'po_box'
  let end = findFirstEnd(before, isBox ? following.boxNumber : following.unitNumber, text)
  // "D 4" is a flat; "D E" is not.
  const longer = isBox ? [] : before.filter((word) => word.end - start > 1)
  if (end < 0) end = findFirstEnd(longer, following.letter, text)
  if (end < 0) end = findFirstEnd(of('after'), following.ordinal, text)
  if (end < 0) end = findFirstEnd(of('lettered'), following.nothing, text)
  return end < 0 ? findFirstEnd(of('alone'), following.nothing, text) : end
}

/** Returns the end of an expression that matches after the first possible word; -1 if it matches after none of them. */
function findFirstEnd(
  words: readonly FoundWord<Meaning>[],
  expression: RegExp,
  text: string,
): number {
  for (const word of words) {
    const end = findMatchEnd(expression, text, word.end)
    if (end >= 0) return end
  }
  return -1
}

/** First letters of Roman numerals and of ordinals in words. */
const numberLetters: ReadonlySet<string> = new Set('ivxpst')

function isNumberStart(small: string, at: number): boolean {
  const first = small[at]!
  return (first >= '0' && first <= '9') || numberLetters.has(first)
}

interface OrdinalNumber {
  end: number
  /** Whether its ending marks it as an ordinal: "5 gebouw" is a house number and a building, "5e gebouw" a building. */
  isMarked: boolean
}

/** Finds the ordinal numbers that may begin at a position. */
function findNumbers(text: string, small: string, at: number): OrdinalNumber[] {
  const end = findMatchEnd(digits, small, at)
  if (end > at + 3) return []
  if (end > at) {
    return (text[end] === ' ' ? [end + 1, end] : [end]).flatMap((from) => [
      ...ordinalEndings.at(small, from).map(({ end, meaning }) => ({ end, ...meaning })),
      { end: from, isMarked: false },
    ])
  }
  const numbers: OrdinalNumber[] = []
  for (let to = findMatchEnd(roman, small, at); to > at; to--) {
    if (small[to] === '.') numbers.push({ end: to + 1, isMarked: true })
    numbers.push({ end: to, isMarked: false })
  }
  for (const { end, meaning } of ordinalWords.at(small, at)) numbers.push({ end, ...meaning })
  return numbers
}
