import { knownName } from '#places/address'
import { alpha2Of } from '#places/search'
import { fold } from '#places/text'
import { isSlipOf } from './claim-postcode.ts'
import { type Explanation, namesArea, namesTown } from './explain.ts'
import type { AddressInput } from './input-words.ts'
import { isLikeAddress } from './is-address.ts'
import { areaLabels } from './leftovers.ts'
import { costs } from './match-name.ts'

/** A worse explanation is none. */
const maxCost = 4

/**
 * Whether an input can be an address of the gazetteer. An address elsewhere has words for its town, region or
 * country that the gazetteer's address has not; only beside town, postcode and street in full may they be a
 * county or the like.
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
  // Streets of the same name are everywhere.
  if (!namesArea(explanation) && road && road.cost > 0) return false
  if (postcode === 'other' && !isInTown) return false
  // A part of a street's name may be a building's, or the name of a country or town.
  if (road && road.cost >= costs.streetType) {
    if (!isInTown && postcode !== 'same') return false
    if (road.words.some((index) => areaLabels.has(words[index]!.label ?? 'house'))) return false
  }
  // A mistyped town may be another town where nothing else says that it is this one.
  if (locality && locality.edits > 0 && postcode !== 'same' && !road) return false
  if (locality && locality.edits > 0 && postcode !== 'same') {
    const known = knownName(fold(locality.original))?.city ?? []
    if (known.includes(alpha2Of(address.countryCode) ?? '')) return false
  }
  if (postcode === 'other' && locality && locality.edits > 0) {
    const typed = claims.get('postcode')?.original ?? ''
    return isSlipOf(typed, address.postcode)
  }
  return true
}

/** Parts of an input that no address explains: with more of them it is more than one address, or none. */
const maxOtherParts = 2

function hasMoreUnexplained({ claims, leftovers }: Explanation): boolean {
  const others = leftovers.filter(({ kind }) => kind === 'unknown' || kind === 'name')
  const otherWords = others.reduce((sum, { words }) => sum + words.length, 0)
  const claimed = [...claims.values()].reduce((sum, { words }) => sum + words.length, 0)
  return others.length > maxOtherParts || otherWords > claimed
}
