import { findKnownName } from '#places/address'
import { alpha2Of } from '#places/search'
import { fold } from '#places/text'
import { isPostcodeSlip } from './claim-postcode.ts'
import { type Explanation, namesArea, namesTown } from './explain.ts'
import type { AddressInput } from './input-words.ts'
import { isLikeAddress } from './is-address.ts'
import { areaLabels } from './leftovers.ts'
import { costs } from './match-name.ts'

/** Maximum cost of an explanation, in corrected letters. */
const maxCost = 4

/**
 * Checks whether an input can be an address of the gazetteer. An address elsewhere contains a town, region or country
 * that the gazetteer's address lacks. Such words may only be a county or the like if town, postcode and street match in
 * full.
 */
export function isSupported(input: AddressInput, explanation: Explanation): boolean {
  const { given, words } = input
  const { address, claims, leftovers, postcode, cost } = explanation
  if (cost > maxCost) return false
  if (hasMoreUnexplained(explanation)) return false
  const road = claims.get('road')
  const locality = claims.get('locality')
  const isInTown = namesTown(explanation)
  if (address.road.length > 0 ? !road : !locality && postcode !== 'same') return false
  // A number alone is a postcode in many countries.
  if (claims.size === 1 && claims.has('postcode') && given.country === undefined) return false
  if (address.road.length === 0 && road && !isLikeAddress(input)) return false
  const isCertain = locality?.edits === 0 && postcode === 'same' && road?.edits === 0
  if (leftovers.some(({ kind }) => kind === 'elsewhere') && !isCertain) return false
  const isOtherCountry = given.country !== undefined && given.country !== address.countryCode
  if (isOtherCountry && !claims.has('country') && !isCertain) return false
  // Many places have streets of the same name.
  if (!namesArea(explanation) && road && road.cost > 0) return false
  if (postcode === 'other' && !isInTown) return false
  // A part of a street's name may be a building's, or the name of a country or town.
  if (road && road.cost >= costs.streetType) {
    if (!isInTown && postcode !== 'same') return false
    if (road.words.some((index) => areaLabels.has(words[index]!.label ?? 'house'))) return false
  }
  // A mistyped town may be another town, unless something else confirms this one.
  if (locality && locality.edits > 0 && postcode !== 'same' && !road) return false
  if (locality && locality.edits > 0 && postcode !== 'same') {
    const known = findKnownName(fold(locality.original))?.city ?? []
    if (known.includes(alpha2Of(address.countryCode) ?? '')) return false
  }
  if (postcode === 'other' && locality && locality.edits > 0) {
    const typed = claims.get('postcode')?.original ?? ''
    return isPostcodeSlip(typed, address.postcode)
  }
  return true
}

/** Maximum parts of an input that no address explains. With more, the input is more than one address, or none. */
const maxOtherParts = 2

function hasMoreUnexplained({ claims, leftovers }: Explanation): boolean {
  const others = leftovers.filter(({ kind }) => kind === 'unknown' || kind === 'name')
  const otherWords = others.reduce((sum, { words }) => sum + words.length, 0)
  const claimed = [...claims.values()].reduce((sum, { words }) => sum + words.length, 0)
  return others.length > maxOtherParts || otherWords > claimed
}
