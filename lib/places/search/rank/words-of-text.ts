import { maxWords } from '#places/address'
import { countrySpans } from '../interpret/country-spans.ts'
import { isAreaOfWorld } from '../interpret/known-areas.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { QueryText } from '../interpret/tokenize.ts'
import { isContent } from '../interpret/word-weight.ts'

const separator = /[,;|\n]|\s[-–—/]\s/g

/** What the words of a text are by themselves, whatever place is looked at. Words are known by their index. */
export class WordsOfText {
  readonly #query: QueryText
  readonly #positions = new Map<string, number>()
  /** Number of the part between commas, by word. */
  readonly #segments: readonly number[]
  #ofWorld: ReadonlySet<number> | undefined
  readonly #indexed = new Set<number>()

  constructor(query: QueryText) {
    this.#query = query
    const { text, words } = query
    for (const [i, word] of words.entries()) this.#positions.set(word.text, i)
    const cuts = [...text.matchAll(separator)].map(({ index }) => index)
    this.#segments = words.map(({ start }) => cuts.filter((cut) => cut < start).length)
  }

  /** Notes that a word is in the name of a town, region or postcode of the index. */
  addIndexed(at: number): void {
    this.#indexed.add(at)
  }

  isIndexed(at: number): boolean {
    return this.#indexed.has(at)
  }

  /** Whether a word is in the name of a town, region or country of the index or of the world. */
  isKnown(at: number): boolean {
    this.#ofWorld ??= areasOfWorld(this.#query)
    return this.#indexed.has(at) || this.#ofWorld.has(at)
  }

  isContent(at: number): boolean {
    return isContent(this.#query.words[at]!.text)
  }

  hasDigit(at: number): boolean {
    return /\d/.test(this.#query.words[at]!.text)
  }

  /** Number of the part between commas. */
  segmentOf(at: number): number | undefined {
    return this.#segments[at]
  }

  /** The word of each term. */
  positionsOf(terms: readonly QueryTerm[]): number[] {
    const { words } = this.#query
    return terms.map(({ text }, i) => {
      const at = this.#positions.get(text)
      if (at !== undefined) return at
      // Several words that mean one thing, or a word without its house number.
      const similar = words.findIndex(
        (word) => text.startsWith(word.text) || word.text.startsWith(text),
      )
      // A word that stands for another one, as `Bayern` for `Bavaria`: as far from the end.
      return similar >= 0 ? similar : Math.max(0, words.length - (terms.length - i))
    })
  }

  /** The word of a house number; -1 without one. */
  numberAt(houseNumber: string | undefined): number {
    if (houseNumber === undefined) return -1
    const start = startOfNumber(this.#query.text, houseNumber)
    return this.#query.words.findLastIndex((word) => word.start <= start)
  }

  /** Whether digits other than the house number follow a word: `London SW1A 2AA`. */
  isBeforePostcode(at: number, houseNumber: string | undefined): boolean {
    return this.#query.words
      .slice(at + 1)
      .some(({ raw }) => /\d/.test(raw) && !houseNumber?.includes(raw))
  }

  /** Whether digits stand between two words. */
  numberBetween(first: number, last: number): boolean {
    return this.#query.words.slice(first + 1, last).some((word) => /^\d/.test(word.raw))
  }
}

/** Where a house number stands that is no part of another number: the last of several. */
function startOfNumber(text: string, houseNumber: string): number {
  for (
    let at = text.lastIndexOf(houseNumber);
    at >= 0;
    at = text.lastIndexOf(houseNumber, at - 1)
  ) {
    const [before = '', after = ''] = [text[at - 1], text[at + houseNumber.length]]
    if (!/\d/.test(before) && !/\d/.test(after)) return at
    if (at === 0) break
  }
  return text.indexOf(houseNumber)
}

/** Countries at either end of the text, and names of towns, regions and countries of the world behind a word. */
function areasOfWorld({ text, words, open }: QueryText): Set<number> {
  const known = new Set<number>()
  const add = (first: number, end: number) => {
    for (let at = first; at < end; at++) known.add(at)
  }
  for (const { first, end } of countrySpans(text, words, open)) add(first, end)
  for (let first = 1; first < words.length; first++) {
    for (let end = first + 1; end <= Math.min(words.length, first + maxWords); end++) {
      if (isAreaOfWorld(textOf(words.slice(first, end)))) add(first, end)
    }
  }
  return known
}

function textOf(words: QueryText['words']): string {
  return words.map(({ text }) => text).join(' ')
}
