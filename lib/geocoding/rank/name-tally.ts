import { isStopWord } from '../../text/index.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { FormPart, NameTokens } from './place-tokens.ts'
import type { TermMatch } from './term-match.ts'

/** How well a place matches the terms of an interpretation, by the best of its names. */
export interface TextMatch {
  /** 0 to 1: 1 is a name typed whole, and nothing else but its surroundings. */
  similarity: number
  /** The name was typed whole. */
  isWhole: boolean
  /** Every word matches, and not only by its beginning. */
  isSpelled: boolean
  /** The text is the name, or literally how it begins. */
  isNamed: boolean
  /** Share of the name that was typed, articles aside; 1 for a match by category. */
  coverage: number
  /** A content word matches in the place's own name. */
  hasOwnContent: boolean
  /** The category matches. */
  isByCategory: boolean
  /** Letters corrected. */
  edits: number
  /** Content words that do not match; other words count half. */
  droppedWords: number
  /** Content words that match as typed, or by a correct form. */
  exactWords: number
  /** Content words that match after a correction. */
  correctedWords: number
}

/** A term that matches by the index, though not by the record: postcodes and names of houses. */
const trustedQuality = 0.85
/** An article that is missing: less of its own weight, and of the whole, for it may tell two names apart. */
const missingArticleQuality = 0.7
const missingArticleFactor = 0.95
/** Shares that are sums of fractions count as whole from here on. */
const wholeShare = 0.999
/** All of the name but an article. */
const nearlyWholeShape = 0.98
/** Share of its name that a place matched by category counts as covered. */
const categoryShare = 0.6
/** Words of an official name or a code tell less than those of the local name. */
const partialQualityExponent = 6

/** Adds up how the terms match one name. */
export class NameTally {
  isByCategory = false
  readonly #name: NameTokens
  /** Share of each of the name's words that is matched. */
  readonly #covered = new Map<number, number>()
  #wantedWeight = 0
  #matchedWeight = 0
  #articleFactor = 1
  #lastIndex = -1
  #inOrder = true
  #isLiteral = true
  #isSpelled = true
  #hasOwnPrefix = false
  #hasOwnContent = false
  #edits = 0
  #droppedWords = 0
  #exactWords = 0
  #correctedWords = 0

  constructor(name: NameTokens) {
    this.#name = name
  }

  addMissing(term: QueryTerm, isTrusted: boolean): void {
    this.#wantedWeight += term.weight
    this.#isLiteral = false
    this.#isSpelled = false
    if (isTrusted && !isShortNumber(term)) {
      this.#matchedWeight += term.weight * trustedQuality
    } else if (term.optional) {
      this.#matchedWeight += term.weight * missingArticleQuality
      this.#articleFactor *= missingArticleFactor
    } else {
      this.#droppedWords += term.content ? 1 : 0.5
    }
  }

  addMatch(
    term: QueryTerm,
    match: TermMatch,
    { isOwn, position }: { isOwn: boolean; position: number },
  ): void {
    this.#wantedWeight += term.weight
    this.#matchedWeight += term.weight * match.quality
    this.#edits += match.edits
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
    const isWhole = share >= wholeShare && this.#inOrder
    const coverage = this.isByCategory || termCount === 0 ? 1 : this.#contentCoverage()
    const isNearlyWhole = this.#inOrder && coverage >= wholeShare && !this.isByCategory
    const isAll = isWhole || isNearlyWhole
    const partialShape = 0.62 + 0.3 * share + (this.#inOrder ? 0.05 : 0)
    const shape = isWhole ? 1 : isNearlyWhole ? nearlyWholeShape : partialShape
    const { quality } = this.#name
    const nameFactor = isAll && !this.#hasOwnPrefix ? quality : quality ** partialQualityExponent
    const fraction = this.#wantedWeight > 0 ? this.#matchedWeight / this.#wantedWeight : 0
    // `Taverna S` has no content word yet, and is how `Taverna Stambuoch` begins.
    const isAsked = this.#droppedWords === 0 && (this.#hasOwnContent || this.#isLiteral)
    return {
      similarity: fraction * shape * nameFactor * this.#articleFactor,
      isWhole,
      isSpelled: this.#isSpelled,
      isNamed: isAsked && (this.#isLiteral || isAll),
      coverage,
      hasOwnContent: this.#hasOwnContent,
      isByCategory: this.isByCategory,
      edits: this.#edits,
      droppedWords: this.#droppedWords,
      exactWords: this.#exactWords,
      correctedWords: this.#correctedWords,
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

  /** The same without articles; of a name of articles alone, 1 if all were typed. */
  #contentCoverage(): number {
    const { words, weights, total } = this.#name
    let [all, matched] = [0, 0]
    for (const [i, word] of words.entries()) {
      if (isStopWord(word)) continue
      all += weights[i]!
      matched += weights[i]! * (this.#covered.get(i) ?? 0)
    }
    if (all > 0) return matched / all
    return total > 0 && this.#covered.size === words.length ? 1 : 0
  }
}

/** One or two figures are a house number rather than a postcode. */
function isShortNumber({ text }: QueryTerm): boolean {
  return /^\d{1,2}$/.test(text)
}
