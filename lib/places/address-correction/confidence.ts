import { fold, isStopWord, isStreetTypeWord } from '#places/text'
import type { Claim } from './claims.ts'
import type { Completion } from './complete.ts'
import type { Explanation } from './explain.ts'
import type { Leftover } from './leftovers.ts'
import { costs } from './match-name.ts'

/**
 * Shares of each kind of correction that are right, set by hand from the bands of the contract: from 0.9 clean or well
 * supported, from 0.7 some inference, from 0.5 not confirmed.
 */
export const factors = {
  edit: 0.97,
  /** Edits in a short name, on a street without this house number: another street may be meant. */
  editOfFew: 0.9,
  shortened: 0.99,
  wordLeftOut: 0.93,
  numberUnknown: 0.94,
  postcodeUnknown: 0.97,
  postcodeOfStreet: 0.92,
  postcodeReplaced: 0.85,
  postcodeKept: 0.75,
  inferred: 0.9,
  countryInferred: 0.98,
  roadUnknown: 0.75,
  noArea: 0.65,
} as const

const leftoverFactors: Readonly<Record<Leftover['kind'], number>> = {
  unit: 1,
  name: 0.95,
  unknown: 0.85,
  repeated: 0.98,
  label: 0.99,
  filler: 0.98,
  elsewhere: 0.7,
}

/** Calculates the confidence in an address that the gazetteer explains. */
export function calculateConfidence(explanation: Explanation, completion: Completion): number {
  const { claims, leftovers, houseNumber, postcode, address } = explanation
  let confidence = 1
  for (const claim of claims.values())
    confidence *= calculateClaimFactor(claim, houseNumber === 'same')
  for (const { kind } of leftovers) confidence *= leftoverFactors[kind]
  if (houseNumber === 'unknown') confidence *= factors.numberUnknown
  if (postcode === 'unknown') confidence *= factors.postcodeUnknown
  if (postcode === 'other') {
    confidence *= selectPostcodeFactor(completion)
  }
  for (const field of completion.inferred) {
    confidence *= field === 'country' ? factors.countryInferred : factors.inferred
  }
  if (address.road.length === 0 && claims.has('road')) confidence *= factors.roadUnknown
  if (!completion.hasArea) confidence *= factors.noArea
  return confidence
}

function selectPostcodeFactor({ isPostcodeReplaced, isPostcodeOfStreet }: Completion): number {
  if (isPostcodeReplaced) return factors.postcodeReplaced
  return isPostcodeOfStreet ? factors.postcodeOfStreet : factors.postcodeKept
}

/** Minimum letters of a name per corrected letter: other names are as similar to shorter ones. */
const minLettersPerEdit = 7

function calculateClaimFactor(
  { edits, cost, field, original, value }: Claim,
  isHouse: boolean,
): number {
  if (field === 'postcode' || original === value) return 1
  if (edits > 0) {
    const isOfFew = countLetters(value) < minLettersPerEdit * edits
    return isOfFew && !isHouse ? factors.editOfFew : factors.edit ** edits
  }
  return cost >= costs.article ? factors.wordLeftOut : factors.shortened
}

/** Counts the letters of a name without articles and words for street. */
function countLetters(name: string): number {
  return fold(name)
    .split(' ')
    .filter((word) => !isStopWord(word) && !isStreetTypeWord(word))
    .reduce((sum, word) => sum + word.length, 0)
}

/** Returns the confidence in an address that no place of the gazetteer explains, by the components it has. */
export function estimateUnconfirmed(has: {
  road: boolean
  houseNumber: boolean
  area: boolean
  postcode: boolean
}): number {
  if (has.road && has.houseNumber && has.area && has.postcode) return 0.65
  if (has.road && has.area) return 0.6
  if (has.road && has.houseNumber) return 0.5
  return has.area || has.postcode ? 0.4 : 0.3
}
