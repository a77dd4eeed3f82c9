import { isStopWord } from '#places/text'
import type { LabelCandidate } from '../candidates/candidate.ts'
import { type ComponentKey, componentKeys } from '../components.ts'
import type { AddressConventions } from '../tables/conventions.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

export const componentBit = Object.fromEntries(
  componentKeys.map((key, i) => [key, 1 << i]),
) as Record<ComponentKey, number>

/** Components that a venue usually precedes. */
const beforeVenue = componentBit.road | componentBit.house_number | componentBit.city

/** Ranks from narrow to wide. Components without a rank may stand anywhere. */
const rank: Readonly<Partial<Record<ComponentKey, number>>> = {
  house: 1,
  po_box: 2,
  house_number: 3,
  road: 3,
  suburb: 5,
  city_district: 6,
  city: 7,
  county: 8,
  state: 9,
  postcode: 9,
  country: 11,
}

/** Returns the penalty for a street without a city and for a number without a street. */
export function scoreMissing(mask: number): number {
  let score = 0
  if (mask & componentBit.road && !(mask & componentBit.city)) score += weights.noCity
  if (
    mask & componentBit.house_number &&
    !(mask & (componentBit.road | componentBit.house | componentBit.suburb))
  )
    score += weights.noRoad
  return score
}

/** Scores a candidate after the candidates already chosen: separators, order, and pairs that belong together. */
export function scoreTransition(
  tokens: readonly Token[],
  { last, mask }: { last: LabelCandidate | undefined; mask: number },
  next: LabelCandidate,
  conventions: AddressConventions,
): number {
  if (!last) return next.key === 'house' ? weights.venueFirst : 0
  const { gap } = tokens[next.from]!
  let score = gap === gaps.hard ? 0 : scoreCut(tokens, last, next)
  const before = rank[last.key]
  const after = rank[next.key]
  const descends = before !== undefined && after !== undefined && after < before
  if (descends && !isUsualOrder(last.key, next.key, conventions)) score += weights.disorder
  if (last.to !== next.from) return score
  if (next.key === 'house' && mask & beforeVenue) score += weights.lateVenue
  if (last.key === 'house' && next.key === 'road' && next.clear && gap !== gaps.hard) {
    return score + (last.clear ? weights.venueByStreet : weights.nameByStreet)
  }
  // "Greggs 14 High Street"
  if (
    last.from === 0 &&
    next.key === 'house_number' &&
    gap !== gaps.hard &&
    conventions.numberFirst
  ) {
    if (last.key === 'house') return score
    if (last.key === 'city' || last.key === 'suburb') return score + weights.placeByNumber
  }
  return score + scorePair(last.key, next.key, gap, conventions)
}

/** Words that join the text after them to the text before: "State Bank of India". */
const joining = /^(?:and|et|of|und)$/

/** Scores a component that begins without a comma, in the middle of a phrase. */
function scoreCut(tokens: readonly Token[], last: LabelCandidate, next: LabelCandidate): number {
  const before = tokens[next.from - 1]!
  const { gap, hasDigit, text: first } = tokens[next.from]!
  let score = 0
  if (!before.hasDigit && !hasDigit) score += weights.cut
  // "5/120", where the unit stands before the number.
  const unitAndNumber = last.key === 'unit' && next.key === 'house_number'
  if (gap < gaps.blank && !unitAndNumber) score += weights.cut
  const torn = (before.text.length > 1 && isStopWord(before.text)) || joining.test(first)
  if (last.to === next.from && torn) score += weights.torn
  return score
}

/** Checks for orders that contradict the ranks but are common in the country. */
function isUsualOrder(
  from: ComponentKey,
  to: ComponentKey,
  conventions: AddressConventions,
): boolean {
  if (from === 'postcode' && (to === 'city' || to === 'suburb' || to === 'city_district')) {
    return conventions.postcodeFirst || conventions.widestFirst || to !== 'city'
  }
  if (conventions.widestFirst) return true
  if (from === 'country' && (to === 'postcode' || to === 'state')) return true
  return from === 'road' && to === 'house_number'
}

function scorePair(
  from: ComponentKey,
  to: ComponentKey,
  gap: number,
  conventions: AddressConventions,
): number {
  const pair = `${from} ${to}`
  const near = gap === gaps.hard ? 0.6 : 1
  switch (pair) {
    case 'house_number road':
      return (conventions.numberFirst ? weights.numberByRoad : weights.numberByRoadTurned) * near
    case 'road house_number':
      if (conventions.numberFirst && gap === gaps.hard) return -0.5
      return (conventions.numberFirst ? weights.numberByRoadTurned : weights.numberByRoad) * near
    case 'postcode city':
      return (
        (conventions.postcodeFirst ? weights.postcodeByCity : weights.postcodeByCityTurned) * near
      )
    case 'city postcode':
      return conventions.postcodeFirst ? weights.postcodeByCityTurned : weights.postcodeByCity
    case 'state postcode':
      return conventions.postcodeFirst ? 0 : weights.stateByPostcode
    case 'state county':
    case 'county state':
      return weights.countyByState
    case 'city city_district':
    case 'city_district city':
    case 'city state':
    case 'postcode state':
      return weights.cityByState
    case 'city house_number':
      return conventions.numberFirst ? 0 : weights.cityByState
    case 'house_number unit':
    case 'unit house_number':
    case 'road unit':
    case 'house_number level':
    case 'house_number staircase':
      return weights.unitByNumber
    case 'suburb house_number':
      return conventions.quarters > 0 ? weights.numberBySuburb : -weights.numberBySuburb
    case 'house_number suburb':
      if (conventions.quarters === 1) return weights.numberByRoad
      return conventions.country === 'IN' || !conventions.numberFirst ? 0.8 : 0
    case 'city county':
      return weights.cityByState
    case 'suburb city':
      return 0.3
    case 'house house_number':
    case 'house road':
      return gap === gaps.hard ? 0.8 : -0.6
    default:
      return 0
  }
}
