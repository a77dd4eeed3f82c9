import type { PlaceType } from '../../gazetteer/index.ts'
import type { MatchType } from '../search-result.ts'

/** Confidence in a result that is wider than the query; the ladder of Pelias. */
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

/** For each corrected letter and each dropped word. */
const correctedFactor = 0.9
const droppedFactor = 0.9
/** The house was interpolated between its neighbours. */
const interpolatedConfidence = 0.9
/** The house has the number with another letter. */
const otherSuffixConfidence = 0.9
/** Factor for a place of whose name nothing was typed. */
const uncoveredFactor = 0.6
/** Sums of fractions count as full coverage from here on. */
const fullCoverage = 0.999

/** The house number of a result beside the typed one; undefined when none was typed. */
export type NumberMatch = 'exact' | 'interpolated' | 'suffix' | 'missing' | undefined

export interface MatchQuality {
  type: PlaceType
  number?: NumberMatch
  /** Corrected letters (default 0). */
  edits?: number
  /** Content words that do not match (default 0). */
  dropped?: number
  /** Share of the name that was typed, articles aside (default 1). */
  coverage?: number
}

/**
 * Confidence and kind of a match. 1 is exact. 0.9 for an interpolated house, or the right number with
 * another letter. A result wider than the query has the figure of its type: 0.8 for a street down to 0.1
 * for a country. A name that was typed in part is reduced by the uncovered share, down to 0.6. Each
 * corrected letter and each dropped word takes a tenth of what is left.
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
  const isPart = !isFallback && coverage < fullCoverage
  if (isPart) confidence *= uncoveredFactor + (1 - uncoveredFactor) * coverage
  confidence *= correctedFactor ** edits * droppedFactor ** Math.ceil(dropped)
  return {
    confidence,
    matchType: matchTypeOf(number, { isFallback, isFuzzy: edits > 0 || isPart }),
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
