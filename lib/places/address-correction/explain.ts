import { houseNumberMatches, parseHouseNumber } from '#places/text'
import { claimAreas } from './claim-areas.ts'
import { claimName } from './claim-name.ts'
import { claimOtherPostcode, claimSamePostcode, type PostcodeAgreement } from './claim-postcode.ts'
import { type Claim, Claims } from './claims.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { GazetteerAddress } from './gazetteer-address.ts'
import type { AddressInput } from './input-words.ts'
import { type Leftover, leftoverCosts, leftoversOf } from './leftovers.ts'
import { matchName } from './match-name.ts'
import { namesCountry } from './names-country.ts'

/** An input as an address of the gazetteer explains it. */
export interface Explanation {
  address: GazetteerAddress
  claims: ReadonlyMap<CorrectedField, Claim>
  leftovers: readonly Leftover[]
  postcode: PostcodeAgreement
  houseNumber: 'same' | 'unknown' | 'absent'
  /** In corrected letters; lower is better. */
  cost: number
}

/** Whether the input names the town or quarter of the address. */
export function namesTown({ claims }: Explanation): boolean {
  return claims.has('locality') || claims.has('neighbourhood')
}

/** Whether the input names an area or has the postcode of the address, so that it is known to be there. */
export function namesArea(explanation: Explanation): boolean {
  const { claims, postcode } = explanation
  return (
    namesTown(explanation) || postcode === 'same' || claims.has('region') || claims.has('county')
  )
}

/** What else than other letters an explanation costs, in corrected letters: an order of preference set by hand. */
const costs = { otherPostcode: 1, unknownNumber: 0.5, unknownRoad: 1, alias: 0.3 } as const

/**
 * Explains each word of an input by one address of the gazetteer: the street first, as towns are in the names
 * of streets; then numbers; then areas.
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
  const leftovers = leftoversOf(claims)
  const cost = [
    ...[...claims.byField.values()].map((claim) => claim.cost),
    ...leftovers.map(({ kind }) => leftoverCosts[kind]),
    postcode === 'other' ? costs.otherPostcode : 0,
    houseNumber === 'unknown' ? costs.unknownNumber : 0,
    // A number means a street.
    houseNumber !== 'absent' && address.road.length === 0 ? costs.unknownRoad : 0,
    address.roadAliases.includes(roadMatch?.name ?? '') ? costs.alias : 0,
  ].reduce((sum, part) => sum + part)
  return { address, claims: claims.byField, leftovers, postcode, houseNumber, cost }
}

/** The words that the parser takes for a street, where the gazetteer knows only the town. */
function claimUnknownRoad(claims: Claims): void {
  const words = claims.freeIndexes().filter((index) => claims.word(index).label === 'road')
  if (words.length > 0) claims.add({ field: 'road', words, cost: costs.unknownRoad })
}

function claimNumber(
  claims: Claims,
  { houseNumber }: GazetteerAddress,
): Explanation['houseNumber'] {
  const words = numberWords(claims)
  if (words.length === 0) return 'absent'
  const isOtherCase = claims.textOf(words).toLowerCase() === houseNumber?.toLowerCase()
  claims.add({ field: 'house_number', words, ...(isOtherCase && { value: houseNumber! }) })
  return houseNumber && houseNumberMatches(claims.textOf(words), houseNumber) ? 'same' : 'unknown'
}

/** What the parser takes for the house number if it is beside the street, else the number that is. */
function numberWords(claims: Claims): number[] {
  const labelled = claims.numbersLabelled('house_number')
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

/** A code of the country, or a name in another language. */
function claimCountryCode(claims: Claims, { countryCode }: GazetteerAddress): void {
  const words = claims
    .freeRuns((index) => claims.word(index).label)
    .find((run) => namesCountry(claims.textOf(run), countryCode))
  if (words) claims.add({ field: 'country', words })
}
