import type { PlaceType } from '../../gazetteer/index.ts'
import type { MatchType } from '../search-result.ts'
import type { Unmatched } from './unmatched.ts'

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

/** Areas answer a text of which only the area is known; the others must have most of its words. */
const areas: ReadonlySet<PlaceType> = new Set([
  'neighbourhood',
  'locality',
  'county',
  'region',
  'country',
])

/** Factors for each corrected letter, and for each dropped word of an area. */
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
/** Exponent of the matched share of the words: of one word of two, a quarter is left. */
const matchedExponent = 2
/** Weight of a house number that matches, beside the words. */
const numberWeight = 1
/** The postcode or the part of a town is not that of the place. */
const minorFactor = 0.85
/** What is left when a town, region or country was stated that matches nothing: the contract's limit. */
const outsideFactor = 0.4

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
  /** Share of the place's name that was typed, without articles (default 1). */
  coverage?: number
  /** Weight of the typed words that match (default 0). */
  matched?: number
  /** Weight of those that match nothing (default: none). */
  unmatched?: Unmatched
}

/**
 * Confidence and kind of a match. An exact match has 1; an interpolated house, or one with another letter,
 * 0.9; a result wider than the query the value of its type, from 0.8 for a street to 0.1 for a country. If
 * only a part of the name was typed, the uncovered share lowers it, down to a factor of 0.6. Each corrected
 * letter multiplies it by 0.9.
 *
 * Words that match nothing lower it: of an area each by a tenth, because they may be an unknown street; of
 * a house to the share of the words and the number that match; of other places to the square of that share.
 * A postcode or a part of a town that does not match costs little. A stated town, region or country that
 * matches nothing leaves at most 0.4.
 */
export function confidenceOf(match: MatchQuality): { confidence: number; matchType: MatchType } {
  const { number, edits = 0, coverage = 1, unmatched } = match
  const isDropped = unmatched !== undefined && unmatched.name + unmatched.area + unmatched.minor > 0
  const isFallback = number === 'missing' || isDropped
  const isPartOfName = coverage < fullCoverage
  let confidence = isFallback ? fallbackOf(match) : fullMatchOf(number)
  if (isPartOfName) {
    // What is too much on both sides is another name.
    const isOther = (number === 'missing' && match.type === 'venue') || (unmatched?.name ?? 0) > 0
    confidence *= isOther
      ? coverage ** matchedExponent
      : uncoveredFactor + (1 - uncoveredFactor) * coverage
  }
  confidence *= correctedFactor ** edits
  if (unmatched && unmatched.area > 0) confidence *= outsideFactor
  return {
    confidence,
    matchType: matchTypeOf(number, { isFallback, isFuzzy: edits > 0 || isPartOfName }),
  }
}

function fullMatchOf(number: NumberMatch): number {
  if (number === 'interpolated') return interpolatedConfidence
  return number === 'suffix' ? otherSuffixConfidence : 1
}

/** Of a result that lacks the house number or some of the words. */
function fallbackOf({ type, number, matched = 0, unmatched }: MatchQuality): number {
  const { name, minor } = unmatched ?? { name: 0, minor: 0 }
  const hasNumber = number !== undefined && number !== 'missing'
  const isWider = number === 'missing' || (name > 0 && !hasNumber)
  let confidence = isWider ? fallbackConfidence[type] : fullMatchOf(number)
  if (minor > 0) confidence *= minorFactor
  if (areas.has(type)) return confidence * droppedFactor ** Math.ceil(name)
  if (name === 0) return confidence
  const evidence = hasNumber ? matched + numberWeight : matched
  return confidence * (evidence / (evidence + name)) ** (hasNumber ? 1 : matchedExponent)
}

function matchTypeOf(
  number: NumberMatch,
  { isFallback, isFuzzy }: { isFallback: boolean; isFuzzy: boolean },
): MatchType {
  if (isFallback || number === 'suffix') return 'fallback'
  if (isFuzzy) return 'fuzzy'
  return number === 'interpolated' ? 'interpolated' : 'exact'
}
