import { matchHouseNumbers, parseHouseNumber } from '#places/text'
import { claimAreas } from './claim-areas.ts'
import { claimName } from './claim-name.ts'
import { claimOtherPostcode, claimSamePostcode, type PostcodeAgreement } from './claim-postcode.ts'
import { type Claim, Claims } from './claims.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { GazetteerAddress } from './gazetteer-address.ts'
import type { AddressInput } from './input-words.ts'
import { findLeftovers, type Leftover, leftoverCosts } from './leftovers.ts'
import { matchName } from './match-name.ts'
import { isCountryName } from './names-country.ts'

/** Explanation of an input by an address of the gazetteer. */
export interface Explanation {
  address: GazetteerAddress
  claims: ReadonlyMap<CorrectedField, Claim>
  leftovers: readonly Leftover[]
  postcode: PostcodeAgreement
  houseNumber: 'same' | 'unknown' | 'absent'
  /** Cost in corrected letters; lower is better. */
  cost: number
}

/** Checks whether the input names the town or quarter of the address. */
export function namesTown({ claims }: Explanation): boolean {
  return claims.has('locality') || claims.has('neighbourhood')
}

/**
 * Checks whether the input names an area of the address or contains its postcode, which confirms the address's
 * location.
 */
export function namesArea(explanation: Explanation): boolean {
  const { claims, postcode } = explanation
  return (
    namesTown(explanation) || postcode === 'same' || claims.has('region') || claims.has('county')
  )
}

/** Costs of an explanation besides wrong letters, in corrected letters: an order of preference set by hand. */
const costs = { otherPostcode: 1, unknownNumber: 0.5, unknownRoad: 1, alias: 0.3 } as const

/**
 * Explains each word of an input by one address of the gazetteer: the street first, because names of streets contain
 * names of towns; then numbers; then areas.
 */
export function explain(input: AddressInput, address: GazetteerAddress): Explanation {
  const claims = new Claims(input)
  const roadMatch = matchName(address.road, input.words, claims.isFree)
  if (address.road.length > 0) claimName(claims, 'road', address.road, roadMatch)
  else claimUnknownRoad(claims)
  const isSamePostcode = claimSamePostcode(claims, address)
  const houseNumber = claimNumber(claims, address)
  const postcode = isSamePostcode ? 'same' : claimOtherPostcode(claims, address)
  claimAreas(claims, address)
  if (!claims.byField.has('country')) claimCountryCode(claims, address)
  const leftovers = findLeftovers(claims)
  const cost = [
    ...[...claims.byField.values()].map((claim) => claim.cost),
    ...leftovers.map(({ kind }) => leftoverCosts[kind]),
    postcode === 'other' ? costs.otherPostcode : 0,
    houseNumber === 'unknown' ? costs.unknownNumber : 0,
    // A number implies a street.
    houseNumber !== 'absent' && address.road.length === 0 ? costs.unknownRoad : 0,
    address.roadAliases.includes(roadMatch?.name ?? '') ? costs.alias : 0,
  ].reduce((sum, part) => sum + part)
  return { address, claims: claims.byField, leftovers, postcode, houseNumber, cost }
}

/** Claims the words that the parser labels as a street, if the gazetteer knows only the town. */
function claimUnknownRoad(claims: Claims): void {
  const words = claims.listFreeIndexes().filter((index) => claims.word(index).label === 'road')
  if (words.length > 0) claims.add({ field: 'road', words, cost: costs.unknownRoad })
}

function claimNumber(
  claims: Claims,
  { houseNumber }: GazetteerAddress,
): Explanation['houseNumber'] {
  const words = findNumberWords(claims)
  if (words.length === 0) return 'absent'
  const isOtherCase = claims.readText(words).toLowerCase() === houseNumber?.toLowerCase()
  claims.add({ field: 'house_number', words, ...(isOtherCase && { value: houseNumber! }) })
  return houseNumber && matchHouseNumbers(claims.readText(words), houseNumber) ? 'same' : 'unknown'
}

/** Finds the words of the house number: the labelled words if they are beside the street, else a number beside it. */
function findNumberWords(claims: Claims): number[] {
  const labelled = claims.findLabelledNumbers('house_number')
  const road = claims.byField.get('road')
  if (!road) return labelled
  const { segment } = claims.word(road.words[0]!)
  const beside = [Math.max(...road.words) + 1, Math.min(...road.words) - 1].filter(
    (index) =>
      claims.isFree(index) &&
      claims.word(index).segment === segment &&
      claims.word(index).label !== 'postcode',
  )
  if (labelled.some((index) => beside.includes(index))) return labelled
  const at = beside.find((index) => parseHouseNumber(claims.word(index).raw))
  return at === undefined ? labelled : [at]
}

/** Claims a code of the country, or its name in another language. */
function claimCountryCode(claims: Claims, { countryCode }: GazetteerAddress): void {
  const words = claims
    .findFreeRuns((index) => claims.word(index).label)
    .find((run) => isCountryName(claims.readText(run), countryCode))
  if (words) claims.add({ field: 'country', words })
}
