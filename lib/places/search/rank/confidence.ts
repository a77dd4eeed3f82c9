import { isAreaType, type PlaceType } from '#places/gazetteer'
import type { MatchType } from '../search-result.ts'
import { confidenceFactors as factors } from './factors.ts'
import { wholeName } from './name-tally.ts'
import { nothingUnmatched, type Unmatched } from './unmatched.ts'

/** Confidence in a result that is wider than the query, as in Pelias. */
const ladder: Readonly<Record<PlaceType, number>> = {
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

/** Share of the weight of words from which on most of them match. */
const mostWords = 0.45
/** With fewer letters for each corrected one, other words are as similar. */
const minLettersPerEdit = 7
/** Weight of a house number that matches, beside the words. */
const numberWeight = 1

/**
 * How the house number of a result matches the typed one: `suffix` has another letter, `missing` is a
 * result without a number, `other` a venue that has not the number; undefined when no number was typed.
 */
export type NumberMatch = 'exact' | 'interpolated' | 'suffix' | 'missing' | 'other' | undefined

/** How a result matches, by component. */
export interface MatchQuality {
  type: PlaceType
  number?: NumberMatch
  /** Corrected letters (default 0). */
  edits?: number
  /** Letters of the words that match (default: many). */
  letters?: number
  /** Share of the place's name that was typed, without articles (default 1). */
  coverage?: number
  /** Of the name only an abbreviation or a word for a street matches, and that is not all of it. */
  isGeneric?: boolean
  /** Of the name of a street only the word for a street was not typed. */
  lacksOnlyType?: boolean
  /** Nothing of the name matches, only the category. */
  isCategoryOnly?: boolean
  /** The text is the name of a town or region of the world, and the place is no area. */
  isWorldTown?: boolean
  /** The text is a category and the name of a town or region of the world. */
  isTownCategory?: boolean
  /** An area around the place was typed, too. */
  isPlaced?: boolean
  /** The data does not say in which town the place is. */
  hasNoTown?: true
  /** The text is being typed. */
  isTyping?: boolean
  /** A postcode was typed that the place has not; see `postcodeMatch`. */
  postcode?: 'other' | 'slip' | undefined
  /** Weight of the typed words that match (default 0). */
  matched?: number
  /** Weight of those that match nothing (default: none). */
  unmatched?: Unmatched
}

/**
 * Confidence and kind of a match: about the share of such results that are what was meant. An exact match
 * has 1; a result wider than the query the value of its type, from 0.8 for a street to 0.1 for a country.
 * Every corrected letter, a part of the name that was not typed, and every word that matches nothing lower
 * it, by what the word stands for. A stated town, region or country that matches nothing leaves at most 0.4.
 */
export function confidenceOf(match: MatchQuality): { confidence: number; matchType: MatchType } {
  const { number, edits = 0, coverage = 1, isGeneric, unmatched = nothingUnmatched } = match
  const isDropped = unmatched.name + unmatched.area + unmatched.minor > 0
  const isFallback = number === 'missing' || number === 'other' || isDropped
  const confidence = numberFactor(match) * nameFactor(match) * unmatchedFactor(match)
  return {
    confidence: unmatched.otherStreet ? Math.min(confidence, factors.otherStreet) : confidence,
    matchType: matchTypeOf(number, {
      isFallback,
      isFuzzy: edits > 0 || coverage < wholeName || isGeneric === true,
    }),
  }
}

function numberFactor({ type, number, edits = 0, letters }: MatchQuality): number {
  const isOfFew = letters !== undefined && letters < minLettersPerEdit * edits
  const corrected = isOfFew ? factors.correctedOfFew : factors.correctedLetter ** edits
  if (number === 'missing') return ladder[type] * corrected
  if (number === 'other') return factors.otherNumber * corrected
  if (number === 'interpolated') return factors.interpolated * corrected
  return number === 'suffix' ? factors.otherSuffix * corrected : corrected
}

function nameFactor(match: MatchQuality): number {
  const { type, coverage = 1, isGeneric, isTyping, isWorldTown, isTownCategory } = match
  if (isTownCategory) return factors.townCategory
  if (isWorldTown && coverage < wholeName) return factors.worldTown
  const factor = coverageFactor(match)
  if (!isGeneric) return factor
  const isStreet = type === 'street' || type === 'address'
  // While a text is typed, a word for a street begins the names that are completed.
  const isPart = isStreet && coverage < wholeName && !isTyping
  return Math.min(factor, isPart ? factors.genericPart : factors.generic)
}

function coverageFactor(match: MatchQuality): number {
  const { number, edits = 0, coverage = 1, lacksOnlyType, unmatched } = match
  if (coverage >= wholeName) return 1
  if (number === 'missing' && lacksOnlyType) return 1
  if (number === 'missing' || number === 'other') return factors.partWithoutNumber
  const isBeside = unmatched !== undefined && unmatched.name > 0
  // Words beside a part of the name count by themselves: see `besideFactor`.
  const factor = isBeside ? 1 : factors.uncovered + (1 - factors.uncovered) * coverage
  const isUnsure = edits > 0 && !(isBeside && hasNumber(match))
  return isUnsure ? factor * factors.correctedPart : factor
}

function unmatchedFactor(match: MatchQuality): number {
  const { type, number, unmatched = nothingUnmatched } = match
  const { name, area, target, behind, minor } = unmatched
  let factor = 1
  if (name > target) factor *= besideFactor(match, name - target)
  if (target > 0) {
    if (hasNumber(match)) factor *= factors.targetInHouse
    // Areas are the answer to a text of which only the area is known.
    else if (!isAreaType(type)) factor *= factors.target
    else
      factor *=
        (number === undefined ? ladder[type] : 1) * factors.targetInArea ** Math.ceil(target)
  }
  if (area > behind) factor *= areaFactor(match)
  else if (behind > 0) factor *= behindFactor(match, behind)
  if (match.postcode) return factor * factors.postcode[match.postcode]
  return minor > 0 ? factor * factors.minor : factor
}

/** For a town, region or country that matches nothing. */
function areaFactor(match: MatchQuality): number {
  if (mayBeInArea(match)) return factors.unknownTown
  return hasNumber(match) ? factors.otherAreaOfHouse : factors.otherArea
}

/** For words that match nothing behind the name, which may be a town, or anything. */
function behindFactor(match: MatchQuality, behind: number): number {
  if (match.isCategoryOnly) return factors.behindCategory
  if (!hasMost(match, behind)) return factors.besideLittle
  return match.isPlaced ? factors.behindPlaced : factors.behind
}

/** For words that match nothing, before the name or within it. */
function besideFactor(match: MatchQuality, beside: number): number {
  const { coverage = 1, isCategoryOnly, unmatched } = match
  if (isCategoryOnly) return factors.besideCategory
  const isMost = hasMost(match, beside)
  if (coverage < wholeName) {
    if (hasNumber(match)) return factors.besidePartOfHouse
    return isMost ? factors.besideMostOfPart : factors.besideLittle
  }
  if (!isMost) return factors.besideLittle
  if (unmatched && unmatched.inside > 0) return factors.inside
  return hasNumber(match) ? factors.besideHouse : factors.beside
}

/** Whether most of the words match, by their weight and with the house number. */
function hasMost(match: MatchQuality, unmatched: number): boolean {
  const explained = explainedWeight(match)
  return explained / (explained + unmatched) > mostWords
}

/** Weight of the typed words that match, and of the house number. */
export function explainedWeight(match: MatchQuality): number {
  const { matched = 0 } = match
  return hasNumber(match) ? matched + numberWeight : matched
}

/** Whether the place may be in the stated town, as the data does not say in which town it is. */
export function mayBeInArea({ hasNoTown, unmatched = nothingUnmatched }: MatchQuality): boolean {
  return hasNoTown === true && unmatched.indexed === unmatched.area
}

/** Whether the house with the typed number was found. */
export function hasNumber({ number }: MatchQuality): boolean {
  return number === 'exact' || number === 'interpolated' || number === 'suffix'
}

function matchTypeOf(
  number: NumberMatch,
  { isFallback, isFuzzy }: { isFallback: boolean; isFuzzy: boolean },
): MatchType {
  if (isFallback || number === 'suffix') return 'fallback'
  if (isFuzzy) return 'fuzzy'
  return number === 'interpolated' ? 'interpolated' : 'exact'
}
