import { isAreaType, type PlaceType } from '#places/gazetteer'
import type { Interpretation } from '../interpret/interpretations.ts'
import { isTownOrRegion } from '../interpret/known-areas.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { QueryText } from '../interpret/tokenize.ts'
import { type CrossingSides, crossingSides } from './crossing.ts'
import { type TextMatch, wholeName } from './name-tally.ts'
import { WordsOfText } from './words-of-text.ts'

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
  /** Made when a place lacks a word: most texts are found as typed. */
  #wordsOfText: WordsOfText | undefined
  #isWorldTown: boolean | undefined
  /** By interpretation and by the parts of the match: many places match in the same way. */
  readonly #answers = new Map<Interpretation, Map<string, Unmatched>>()
  /** The streets of a text that is a crossing. */
  readonly crossing: CrossingSides | undefined

  constructor(query: QueryText) {
    this.#query = query
    this.crossing = crossingSides(query)
  }

  get #words(): WordsOfText {
    this.#wordsOfText ??= new WordsOfText(this.#query)
    return this.#wordsOfText
  }

  /** Whether the whole text is the name of a town or region of the world. */
  get isWorldTown(): boolean {
    this.#isWorldTown ??= isTownOrRegion(this.#query.words.map(({ text }) => text).join(' '))
    return this.#isWorldTown
  }

  /** Notes that the text has the whole name of a town, region or postcode of the index. */
  addArea({ terms }: Interpretation, { parts, coverage, edits }: TextMatch): void {
    if (coverage < wholeName || edits > 0 || !parts.includes('missing')) return
    for (const [i, at] of this.#words.positionsOf(terms).entries()) {
      if (parts[i] === 'name') this.#words.addIndexed(at)
    }
    this.#answers.clear()
  }

  /** The unmatched words of a match with a place of a type, by what they stand for. */
  of(interpretation: Interpretation, match: TextMatch, type: PlaceType): Readonly<Unmatched> {
    const { parts, coverage } = match
    if (!parts.includes('missing')) return nothingUnmatched
    const isWhole = coverage >= wholeName
    const isOfArea = isAreaType(type)
    const key = [...parts, isWhole, isOfArea].join()
    const answers = this.#answers.get(interpretation) ?? new Map<string, Unmatched>()
    this.#answers.set(interpretation, answers)
    const known = answers.get(key)
    if (known) return known
    const answer = this.#of(interpretation, { parts, isWhole, isOfArea })
    answers.set(key, answer)
    return answer
  }

  #of({ terms, houseNumber }: Interpretation, match: MatchedParts): Unmatched {
    const words = this.#words
    const { parts, isOfArea } = match
    const own = this.#ownPart(terms, houseNumber, match)
    const { positions, segments, first, last, numberAt } = own
    const numberSegment = words.segmentOf(numberAt)
    const unmatched: Unmatched = { ...nothingUnmatched }
    for (const [i, term] of terms.entries()) {
      if (parts[i] !== 'missing') continue
      const at = positions[i]!
      const isApart = !segments.has(words.segmentOf(at))
      const isStated = isApart || words.isKnown(at) || words.isBeforePostcode(at, houseNumber)
      // An unknown word behind a town is something in it, as before it: `Canillo Coray`.
      const mayBeArea = () => this.#isArea(at, own, match) && !(isOfArea && at > last && !isStated)
      const kind = kindOf(term, houseNumber, mayBeArea)
      if (kind === 'number') unmatched.number = true
      else unmatched[kind] += term.weight
      if (kind === 'area' && !isStated) unmatched.behind += term.weight
      if (words.isIndexed(at)) {
        if (kind === 'area') unmatched.indexed += term.weight
        if (kind === 'minor') unmatched.postcode += term.weight
      }
      if (kind !== 'name') continue
      const isTarget = isOfArea ? at < first || at > last : at < first && isApart
      if (isTarget) unmatched.target += term.weight
      if (at > first && at < last) unmatched.inside += term.weight
      const isBesideNumber = words.segmentOf(at) === numberSegment
      if (isBesideNumber && !segments.has(numberSegment)) unmatched.number = true
    }
    return unmatched
  }

  #ownPart(
    terms: readonly QueryTerm[],
    houseNumber: string | undefined,
    { parts, isOfArea }: MatchedParts,
  ): OwnPart {
    const words = this.#words
    const positions = words.positionsOf(terms)
    const matched = positions.filter((_, i) => parts[i] === 'name' || parts[i] === 'category')
    const content = matched.filter((at) => words.isContent(at))
    // Every street begins with the word for street.
    const own = content.length > 0 ? content : matched
    const first = Math.min(...own)
    const lastMatched = Math.max(
      ...positions.filter((_, i) => parts[i] === 'name' || parts[i] === 'around'),
    )
    const isAsked = (at: number, i: number) =>
      parts[i] === 'missing' && at < first && !words.isKnown(at) && !words.hasDigit(at)
    const asked = isOfArea ? positions.filter(isAsked) : []
    return {
      positions,
      segments: new Set(own.map((at) => words.segmentOf(at))),
      asked: new Set(asked.map((at) => words.segmentOf(at))),
      first,
      last: Math.max(...own),
      lastMatched,
      numberAt: words.numberAt(houseNumber),
    }
  }

  /** Whether an unmatched word states an area; see {@link UnmatchedWords}. */
  #isArea(at: number, own: OwnPart, { isWhole }: MatchedParts): boolean {
    const words = this.#words
    const { first, last, numberAt, segments } = own
    const isBesideName = segments.has(words.segmentOf(at))
    if (at < first && own.asked.has(words.segmentOf(at))) return false
    if (at < first && words.isIndexed(at)) return true
    const isBehind = at > last && (isWhole || words.numberBetween(last, at)) && at > numberAt
    // What stands before other words that match is no town, unless it is known as one: `Street 5 Lyon Porto`.
    const isBeforeMatched = at < Math.max(own.lastMatched, numberAt)
    if (isBeforeMatched && isBesideName) return isBehind && words.isKnown(at)
    if (at > first && !isBesideName) return true
    return isBehind || words.isKnown(at)
  }
}

/** How a place matches the words of a text. */
interface MatchedParts {
  parts: TextMatch['parts']
  /** All of its name was typed. */
  isWhole: boolean
  /** It is a town or another area. */
  isOfArea: boolean
}

/** Where in a text the words are that match the name of a place. */
interface OwnPart {
  /** The word of each term. */
  positions: readonly number[]
  /** The parts between commas with these words. */
  segments: ReadonlySet<number | undefined>
  /** Those with an unknown word before an area: they name what is asked for there. */
  asked: ReadonlySet<number | undefined>
  first: number
  last: number
  /** The last word that matches the name or the surroundings. */
  lastMatched: number
  /** -1 without a house number. */
  numberAt: number
}

function kindOf(
  { text, content, categories }: QueryTerm,
  houseNumber: string | undefined,
  isArea: () => boolean,
): 'name' | 'area' | 'minor' | 'number' {
  if (/^\d{1,3}\p{L}?$/u.test(text)) return houseNumber === undefined ? 'number' : 'minor'
  if (/\d/.test(text)) return 'minor'
  return (content || categories.length > 0) && isArea() ? 'area' : 'name'
}
