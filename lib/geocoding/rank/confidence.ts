import type { PlaceType } from '../../gazetteer/index.ts'
import type { MatchType } from '../search-result.ts'

/** Confidence in a result that is wider than the query, as in Pelias. */
const fallbackConfidence: Readonly<Record<PlaceType, number>> = {
  venue: 0.8,
  address: 0.8,
  street: 0.8,
  postalcode: 0.8,
  neighbourhood: 0.6,
  locality: 0.6,
  county: 0.4,
  region: 0.3,
  country: 0.1,
}

/** Factors for each corrected letter and each dropped word. */
const correctedFactor = 0.9
const droppedFactor = 0.9
/** The house was interpolated between its neighbours. */
const interpolatedConfidence = 0.9
/** The house has the typed number with another letter: `12b` for `12a`. */
const otherSuffixConfidence = 0.9
/** Factor for coverage 0: no word of the name was typed. */
const uncoveredFactor = 0.6
/** Coverage is a sum of fractions; from here on it counts as 1, despite rounding. */
const fullCoverage = 0.999

/**
 * How the house number of a result matches the typed one: `suffix` has another letter, `missing` is a
 * result without a number; undefined when no number was typed.
 */
export type NumberMatch = 'exact' | 'interpolated' | 'suffix' | 'missing' | undefined

export interface MatchQuality {
  type: PlaceType
  number?: NumberMatch
  /** Corrected letters (default 0). */
  edits?: number
  /** Content words that do not match (default 0). */
  dropped?: number
  /** Share of the place's name that was typed, without articles (default 1). */
  coverage?: number
}

/**
 * Confidence and kind of a match. An exact match has 1; an interpolated house, or one with another letter,
 * 0.9; a result wider than the query the value of its type, from 0.8 for a street to 0.1 for a country. If
 * only a part of the name was typed, the uncovered share lowers it, down to a factor of 0.6. Each corrected
 * letter and each dropped word multiplies it by 0.9.
 */
export function confidenceOf({
  type,
  number,
  edits = 0,
  dropped = 0,
  coverage = 1,
}: MatchQuality): { confidence: number; matchType: MatchType } {
  const isFallback = number === 'missing' || dropped > 0
  let confidence = isFallback ? fallbackConfidence[type] : 1
  if (!isFallback && number === 'interpolated') confidence = interpolatedConfidence
  if (!isFallback && number === 'suffix') confidence = otherSuffixConfidence
  const isPartOfName = !isFallback && coverage < fullCoverage
  if (isPartOfName) confidence *= uncoveredFactor + (1 - uncoveredFactor) * coverage
  confidence *= correctedFactor ** edits * droppedFactor ** Math.ceil(dropped)
  return {
    confidence,
    matchType: matchTypeOf(number, { isFallback, isFuzzy: edits > 0 || isPartOfName }),
  }
}

function matchTypeOf(
  number: NumberMatch,
  { isFallback, isFuzzy }: { isFallback: boolean; isFuzzy: boolean },
): MatchType {
  if (isFallback || number === 'suffix') return 'fallback'
  if (isFuzzy) return 'fuzzy'
  return number === 'interpolated' ? 'interpolated' : 'exact'
}
