import type { PlaceType } from '../../gazetteer/index.ts'
import type { MatchType } from '../query.ts'

/** Confidence in a result that is wider than what was asked for; the ladder of Pelias. */
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

/** For each letter that was corrected, and each word that was dropped. */
const correctedFactor = 0.9
const droppedFactor = 0.9
/** The house was reckoned from its neighbours; it has the number, but another letter. */
const interpolatedConfidence = 0.9
const otherSuffixConfidence = 0.9

/** Nothing of its name was asked for: what is left of the confidence then. */
const uncoveredConfidence = 0.6

/** What was asked of an address and what was found: undefined when no number was asked for. */
export type NumberMatch = 'exact' | 'interpolated' | 'suffix' | 'missing' | undefined

/**
 * Confidence and kind of a match. 1 is exact. A house reckoned between its neighbours, or of the right
 * number and another letter, 0.9; a result wider than what was asked for the figure of its type (0.8 for a
 * street down to 0.1 for a country). A place of whose name only a part was asked for is not literally what
 * was asked: it has as much less as is uncovered, down to 0.6. Each corrected letter and each dropped word takes a tenth of that.
 */
export function confidenceOf({
  type,
  number,
  edits,
  dropped,
  cover = 1,
}: {
  type: PlaceType
  number: NumberMatch
  edits: number
  dropped: number
  /** How much of the name was asked for, articles aside. */
  cover?: number
}): { confidence: number; matchType: MatchType } {
  const isFallback = number === 'missing' || dropped > 0
  let confidence = isFallback ? fallbackConfidence[type] : 1
  if (!isFallback && number === 'interpolated') confidence = interpolatedConfidence
  if (!isFallback && number === 'suffix') confidence = otherSuffixConfidence
  const isPart = !isFallback && cover < 0.999
  if (isPart) confidence *= uncoveredConfidence + (1 - uncoveredConfidence) * cover
  confidence *= correctedFactor ** edits * droppedFactor ** Math.ceil(dropped)
  return { confidence, matchType: kindOf(isFallback, number, edits > 0 || isPart) }
}

function kindOf(isFallback: boolean, number: NumberMatch, isOther: boolean): MatchType {
  if (isFallback || number === 'suffix') return 'fallback'
  if (isOther) return 'fuzzy'
  return number === 'interpolated' ? 'interpolated' : 'exact'
}
