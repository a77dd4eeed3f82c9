import { maxWords } from '../../address/index.ts'
import { isAreaType, type PlaceType } from '../../gazetteer/index.ts'
import { countrySpans } from '../interpret/country-spans.ts'
import type { Interpretation } from '../interpret/interpretations.ts'
import { isAreaOfWorld, isTownOrRegion } from '../interpret/known-areas.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { QueryText } from '../interpret/tokenize.ts'
import { isContent } from '../interpret/word-weight.ts'
import { type CrossingSides, crossingSides } from './crossing.ts'
import { type TextMatch, wholeName } from './name-tally.ts'

/** Weight of the typed words that match nothing of a place, by what they stand for. */
export interface Unmatched {
  /** The name of the place itself, or something that was said of it. */
  name: number
  /** A town, region or country that it is said to be in. */
  area: number
  /** The part of `name` that is what was asked for: other words before the name, of a place before a comma. */
  target: number
  /** The part of `name` between words of the name. */
  inside: number
  /** The part of `area` that follows the name without a comma, so that it may be anything. */
  behind: number
  /** The part of `area` that is the name of a town or region of the index. */
  indexed: number
  /** A postcode, or a part of a town: both are often missing in the data. */
  minor: number
  /** The part of `minor` that is a postcode of the index. */
  postcode: number
  /** What makes the place narrower is missing: a house number beside other words, the other street of a crossing. */
  number?: true
  /** It is the other street of a crossing. */
  otherStreet?: true
}

export const nothingUnmatched: Unmatched = {
  name: 0,
  area: 0,
  target: 0,
  behind: 0,
  indexed: 0,
  inside: 0,
  minor: 0,
  postcode: 0,
}

const separator = /[,;|\n]|\s[-–—/]\s/g

/**
 * Tells what the words of a text stand for that match nothing of a place. A word states an area
 *
 * - if no word between the same commas is in the place's name, and such a word came before;
 * - if it follows the house number or postcode, and the name came before;
 * - if it follows the whole name of the place;
 * - if it names a country, or a town or region of the world or of the index; not beside another unknown word
 *   before an area, where both name what is asked for there: `Rue de Paris, Brumeville`.
 */
export class UnmatchedWords {
  readonly #query: QueryText
  readonly #positions = new Map<string, number>()
  /** Number of the part between commas, by word. */
  readonly #segments: readonly number[]
  #known: ReadonlySet<number> | undefined
  #isWorldTown: boolean | undefined
  /** Words that are the name of a town, region or postcode of the index. */
  readonly #indexed = new Set<number>()
  /** By interpretation and by the parts of the match: many places match in the same way. */
  readonly #answers = new Map<Interpretation, Map<string, Unmatched>>()
  /** The streets of a text that is a crossing. */
  readonly crossing: CrossingSides | undefined

  constructor(query: QueryText) {
    this.#query = query
    this.crossing = crossingSides(query)
    const { text, words } = query
    for (const [i, word] of words.entries()) this.#positions.set(word.text, i)
    const cuts = [...text.matchAll(separator)].map(({ index }) => index)
    this.#segments = words.map(({ start }) => cuts.filter((cut) => cut < start).length)
  }

  /** Whether the whole text is the name of a town or region of the world. */
  get isWorldTown(): boolean {
    this.#isWorldTown ??= isTownOrRegion(textOf(this.#query.words))
    return this.#isWorldTown
  }

  /** Notes that the text has the whole name of a town, region or postcode of the index. */
  addArea({ terms }: Interpretation, { parts, coverage, edits }: TextMatch): void {
    if (coverage < wholeName || edits > 0 || !parts.includes('missing')) return
    for (const [i, at] of this.#positionsOf(terms).entries()) {
      if (parts[i] === 'name') this.#indexed.add(at)
    }
    this.#answers.clear()
  }

  /** The unmatched words of a match with a place of a type, by what they stand for. */
  of(interpretation: Interpretation, match: TextMatch, type: PlaceType): Readonly<Unmatched> {
    const { parts, coverage } = match
    if (!parts.includes('missing')) return nothingUnmatched
    const isWhole = coverage >= wholeName
    const isArea = isAreaType(type)
    const key = [...parts, isWhole, isArea].join()
    const answers = this.#answers.get(interpretation) ?? new Map<string, Unmatched>()
    this.#answers.set(interpretation, answers)
    const known = answers.get(key)
    if (known) return known
    const answer = this.#of(interpretation, { parts, isWhole, isOfArea: isArea })
    answers.set(key, answer)
    return answer
  }

  #of(
    { terms, houseNumber }: Interpretation,
    {
      parts,
      isWhole,
      isOfArea,
    }: { parts: TextMatch['parts']; isWhole: boolean; isOfArea: boolean },
  ): Unmatched {
    const positions = this.#positionsOf(terms)
    const matched = positions.filter((_, i) => parts[i] === 'name' || parts[i] === 'category')
    const content = matched.filter((at) => this.#isContent(at))
    // Every street begins with the word for street.
    const own = content.length > 0 ? content : matched
    const ownSegments = new Set(own.map((at) => this.#segments[at]))
    const firstOwn = Math.min(...own)
    const lastOwn = Math.max(...own)
    const numberAt = this.#numberAt(houseNumber)
    const lastMatched = Math.max(
      ...positions.filter((_, i) => parts[i] === 'name' || parts[i] === 'around'),
    )
    const isKnown = (at: number) => this.#isKnown(at)
    const before = positions.filter((at, i) => parts[i] === 'missing' && at < firstOwn)
    const askedSegments = isOfArea ? this.#segmentsAsked(before) : new Set()
    const isArea = (at: number) => {
      if (at < firstOwn && askedSegments.has(this.#segments[at])) return false
      if (at < firstOwn && this.#indexed.has(at)) return true
      const isBehind =
        at > lastOwn && (isWhole || this.#numberBetween(lastOwn, at)) && at > numberAt
      // What stands before other words that match is no town, unless it is known as one: `Street 5 Lyon Porto`.
      const isBeforeMatched = at < Math.max(lastMatched, numberAt)
      if (isBeforeMatched && ownSegments.has(this.#segments[at])) return isBehind && isKnown(at)
      if (at > firstOwn && !ownSegments.has(this.#segments[at])) return true
      return isBehind || isKnown(at)
    }
    const unmatched: Unmatched = { ...nothingUnmatched }
    const numberSegment = this.#segments[numberAt]
    for (const [i, term] of terms.entries()) {
      if (parts[i] !== 'missing') continue
      const at = positions[i]!
      const isApart = !ownSegments.has(this.#segments[at])
      const isStated = isApart || isKnown(at) || this.#isBeforePostcode(at, houseNumber)
      // An unknown word behind a town is something in it, as before it: `Canillo Coray`.
      const mayBeArea = () => isArea(at) && !(isOfArea && at > lastOwn && !isStated)
      const kind = this.#kindOf(term, houseNumber, mayBeArea)
      if (kind === 'number') unmatched.number = true
      else unmatched[kind] += term.weight
      if (kind === 'area' && !isStated) unmatched.behind += term.weight
      if (this.#indexed.has(at)) {
        if (kind === 'area') unmatched.indexed += term.weight
        if (kind === 'minor') unmatched.postcode += term.weight
      }
      const isTarget = isOfArea ? at < firstOwn || at > lastOwn : at < firstOwn && isApart
      if (kind === 'name' && isTarget) unmatched.target += term.weight
      if (kind === 'name' && at > firstOwn && at < lastOwn) unmatched.inside += term.weight
      const isBesideNumber = this.#segments[at] === numberSegment
      if (kind === 'name' && isBesideNumber && !ownSegments.has(numberSegment)) {
        unmatched.number = true
      }
    }
    return unmatched
  }

  #kindOf(
    { text, content, categories }: QueryTerm,
    houseNumber: string | undefined,
    isArea: () => boolean,
  ): 'name' | 'area' | 'minor' | 'number' {
    if (/^\d{1,3}\p{L}?$/u.test(text)) return houseNumber === undefined ? 'number' : 'minor'
    if (/\d/.test(text)) return 'minor'
    return (content || categories.length > 0) && isArea() ? 'area' : 'name'
  }

  #numberAt(houseNumber: string | undefined): number {
    if (houseNumber === undefined) return -1
    const start = startOfNumber(this.#query.text, houseNumber)
    return this.#query.words.findLastIndex((word) => word.start <= start)
  }

  #positionsOf(terms: readonly QueryTerm[]): number[] {
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

  /** The parts between commas with an unknown word before an area: they name what is asked for there. */
  #segmentsAsked(before: readonly number[]): ReadonlySet<number | undefined> {
    const isUnknown = (at: number) => !this.#isKnown(at) && !/\d/.test(this.#query.words[at]!.text)
    return new Set(before.filter(isUnknown).map((at) => this.#segments[at]))
  }

  /** Whether a word is in the name of a town, region or country of the index or of the world. */
  #isKnown(at: number): boolean {
    return this.#indexed.has(at) || this.#knownAreas.has(at)
  }

  #isContent(at: number): boolean {
    return isContent(this.#query.words[at]!.text)
  }

  /** Whether digits other than the house number follow a word: `London SW1A 2AA`. */
  #isBeforePostcode(at: number, houseNumber: string | undefined): boolean {
    return this.#query.words
      .slice(at + 1)
      .some(({ raw }) => /\d/.test(raw) && !houseNumber?.includes(raw))
  }

  /** Whether digits stand between two words. */
  #numberBetween(first: number, last: number): boolean {
    return this.#query.words.slice(first + 1, last).some((word) => /^\d/.test(word.raw))
  }

  /** Words that name a country, or a town or region that is known to be somewhere. */
  get #knownAreas(): ReadonlySet<number> {
    this.#known ??= knownAreas(this.#query)
    return this.#known
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
function knownAreas({ text, words, open }: QueryText): Set<number> {
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
