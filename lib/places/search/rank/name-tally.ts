import { isAbbreviation, isStopWord, isStreetTypeWord } from '#places/text'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { FormPart, NameTokens } from './place-tokens.ts'
import { isByCategory, type TermMatch } from './term-match.ts'

/** How a term matches: in the own name, by category, in the surroundings, not at all; an article need not. */
export type TermPart = 'name' | 'category' | 'around' | 'missing' | 'article'

/** How well a place matches the terms of an interpretation, by the best of its names. */
export interface TextMatch {
  /** 0 to 1: 1 if the whole name was typed, and otherwise only words of its surroundings. */
  similarity: number
  /** The whole name was typed. */
  isWhole: boolean
  /** Every word matches in full, none as a prefix. */
  isSpelled: boolean
  /** The text is the name or a literal beginning of it. */
  isNamed: boolean
  /** More of the name than articles is left over. */
  isBeginning: boolean
  /** Share of the name that was typed, without articles; 1 for a match by category. */
  coverage: number
  /** Of the name no more than articles and words for a street were left out. */
  lacksOnlyType: boolean
  /** A content word matches in the place's own name. */
  hasOwnContent: boolean
  /** A word of the name matches that is no abbreviation, no word for a street and none for the kind of the place. */
  hasDistinctWord: boolean
  /** A category of the place matches. */
  isByCategory: boolean
  /** Nothing of the name was typed but abbreviations and words for a street, and they are not the name as it is written. */
  isGeneric: boolean
  /** Letters corrected. */
  edits: number
  /** Content words that do not match; other words count half. */
  droppedWords: number
  /** Content words that match as typed, or by a correct form. */
  exactWords: number
  /** Content words that match after a correction. */
  correctedWords: number
  /** How each term matches, in the order of the terms. */
  parts: readonly TermPart[]
}

/** For a term that the index gives for the place, but its record lacks: postcodes and names of houses. */
const trustedQuality = 0.85
/** For an article that the name lacks: quality of the term, and a factor, as it may tell two names apart. */
const missingArticleQuality = 0.7
const missingArticleFactor = 0.9
/** The share of a name is a sum of fractions; from here on it counts as 1, despite rounding. */
export const wholeName = 0.999
/** Shape factor for all of the name but an article: a place without it comes first, unless it matters far less. */
const nearlyWholeShape = 0.9
/** The same for a text with abbreviations, which is less likely the exact name. */
const nearlyWholeShapeOfForms = 0.98
/** Share of the name that counts as typed for a match by category, at least. */
const categoryShare = 0.6
/** A part of an alias or foreign name counts less than a part of the local name. */
const partialQualityExponent = 6

/** Accumulates the matches of all terms with one name of a place. */
export class NameTally {
  isByCategory = false
  readonly #name: NameTokens
  /** Share of each of the name's words that is matched. */
  readonly #covered = new Map<number, number>()
  #termWeight = 0
  #matchedWeight = 0
  #articleFactor = 1
  #lastIndex = -1
  #inOrder = true
  #isLiteral = true
  #isSpelled = true
  #hasOwnPrefix = false
  #hasOwnContent = false
  #hasDistinctWord = false
  #hasForm = false
  #edits = 0
  #droppedWords = 0
  #exactWords = 0
  #correctedWords = 0
  readonly #parts: TermPart[] = []

  constructor(name: NameTokens) {
    this.#name = name
  }

  addMissing(term: QueryTerm, isTrusted: boolean): void {
    this.#termWeight += term.weight
    this.#isLiteral = false
    this.#isSpelled = false
    if (isTrusted && !isShortNumber(term)) {
      this.#matchedWeight += term.weight * trustedQuality
      this.#parts.push('around')
    } else if (term.optional) {
      this.#matchedWeight += term.weight * missingArticleQuality
      this.#articleFactor *= missingArticleFactor
      this.#parts.push('article')
    } else {
      this.#parts.push('missing')
      this.#droppedWords += term.content ? 1 : 0.5
    }
  }

  addMatch(
    term: QueryTerm,
    match: TermMatch,
    { isOwn, isKind, position }: { isOwn: boolean; isKind: boolean; position: number },
  ): void {
    this.#termWeight += term.weight
    this.#matchedWeight += term.weight * match.quality
    this.#edits += match.edits
    this.#parts.push(isOwn ? 'name' : isByCategory(match) ? 'category' : 'around')
    if (isOwn) {
      this.#cover(match)
      for (const part of match.also ?? []) this.#cover(part)
      if (match.index < this.#lastIndex) this.#inOrder = false
      this.#lastIndex = match.index
    }
    const isInPlace = match.index === position || match.index === position + this.#name.firstContent
    if (!isOwn || !isInPlace || match.span !== 1 || !match.literal) this.#isLiteral = false
    if (match.prefix) this.#isSpelled = false
    if (isOwn && match.prefix) this.#hasOwnPrefix = true
    if (isOwn && !isKind && !isGenericWord(term, position)) this.#hasDistinctWord = true
    if (isOwn && !match.literal) this.#hasForm = true
    if (!term.content) return
    if (isOwn) this.#hasOwnContent = true
    if (match.edits > 0) this.#correctedWords++
    else this.#exactWords++
  }

  #cover({ index, span, share }: FormPart): void {
    for (let at = index; at < index + span; at++) {
      this.#covered.set(at, Math.min(1, (this.#covered.get(at) ?? 0) + share))
    }
  }

  toMatch(termCount: number): TextMatch {
    const share = this.#coveredShare()
    const isWhole = share >= wholeName && this.#inOrder
    const coverage =
      this.isByCategory || termCount === 0 ? 1 : this.#coverageBy(this.#name.contentWeights)
    const isNearlyWhole = this.#inOrder && coverage >= wholeName && !this.isByCategory
    const isAll = isWhole || isNearlyWhole
    const partialShape = 0.62 + 0.3 * share + (this.#inOrder ? 0.05 : 0)
    const nearlyShape = this.#hasForm ? nearlyWholeShapeOfForms : nearlyWholeShape
    const shape = isWhole ? 1 : isNearlyWhole ? nearlyShape : partialShape
    const { quality } = this.#name
    const nameFactor = isAll && !this.#hasOwnPrefix ? quality : quality ** partialQualityExponent
    const matchedShare = this.#termWeight > 0 ? this.#matchedWeight / this.#termWeight : 0
    // `Taverna S` has no content word yet, but literally begins `Taverna Stambuoch`.
    const isAsked = this.#droppedWords === 0 && (this.#hasOwnContent || this.#isLiteral)
    return {
      similarity: matchedShare * shape * nameFactor * this.#articleFactor,
      isWhole,
      isSpelled: this.#isSpelled,
      isNamed: isAsked && (this.#isLiteral || isAll),
      isBeginning: !isAll,
      coverage,
      lacksOnlyType:
        coverage >= wholeName || this.#coverageBy(this.#name.distinctWeights) >= wholeName,
      hasOwnContent: this.#hasOwnContent,
      hasDistinctWord: this.#hasDistinctWord,
      isByCategory: this.isByCategory,
      isGeneric:
        !this.#hasDistinctWord && !this.isByCategory && (this.#hasForm || coverage < wholeName),
      edits: this.#edits,
      droppedWords: this.#droppedWords,
      exactWords: this.#exactWords,
      correctedWords: this.#correctedWords,
      parts: this.#parts,
    }
  }

  /** Weighted share of the name that was typed; a match by category needs no name. */
  #coveredShare(): number {
    const { weights, total } = this.#name
    let weight = 0
    for (const [index, share] of this.#covered) weight += share * (weights[index] ?? 0)
    const share = total > 0 ? weight / total : 0
    return this.isByCategory ? Math.max(share, categoryShare) : share
  }

  /** The same by other weights; of a name of which no word has one, 1 if all were typed. */
  #coverageBy(weights: readonly number[]): number {
    if (this.#covered.size === 0) return 0
    let [all, matched] = [0, 0]
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i]!
      if (weight === 0) continue
      all += weight
      matched += weight * (this.#covered.get(i) ?? 0)
    }
    if (all > 0) return matched / all
    return this.#covered.size === weights.length ? 1 : 0
  }
}

function isGenericWord({ text }: QueryTerm, position: number): boolean {
  // Behind another word it is a name of its own: `Rua da Estrada`.
  const isStreetType = position === 0 && isStreetTypeWord(text)
  return isStreetType || isAbbreviation(text) || isStopWord(text)
}

/** One or two digits are a house number rather than a postcode. */
function isShortNumber({ text }: QueryTerm): boolean {
  return /^\d{1,2}$/.test(text)
}
