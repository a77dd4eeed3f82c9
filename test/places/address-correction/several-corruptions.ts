import type { CorrectionType } from '#places/address-correction'
import { slips } from '../search/sets/operators.ts'
import { type CleanAddress, lineOf, linesOf } from './clean-addresses.ts'

/** An address with two or three mistakes at once, and the types of its corrections. */
export interface SeveralCorrupted {
  text: string
  types: ReadonlySet<CorrectionType>
}

type Chance = () => number

/** Changes a part of an address and returns the type of the correction; undefined where it does not apply. */
type PartChange = (
  address: CleanAddress,
  chance: Chance,
) => { address: CleanAddress; type: CorrectionType } | undefined

function pick<T>(items: readonly T[], chance: Chance): T {
  return items[Math.floor(chance() * items.length)]!
}

const mistyped: PartChange = (address, chance) => {
  const road = pick(Object.values(slips), chance)(address.road, chance)
  return road ? { address: { ...address, road }, type: 'typo' } : undefined
}

const townMistyped: PartChange = (address, chance) => {
  if (!address.locality || address.locality.length < 6) return undefined
  const locality = pick(Object.values(slips), chance)(address.locality, chance)
  return locality ? { address: { ...address, locality }, type: 'typo' } : undefined
}

const withoutCountry: PartChange = (address) =>
  address.countryName
    ? { address: { ...address, countryName: undefined }, type: 'inferred' }
    : undefined

const withoutPostcode: PartChange = (address) =>
  address.postcode && address.locality && address.isPostcodeSettled
    ? { address: { ...address, postcode: undefined }, type: 'inferred' }
    : undefined

const partChanges = [mistyped, townMistyped, withoutCountry, withoutPostcode]

/** Changes to the whole line. */
const lineChanges: readonly ((address: CleanAddress) => [string, CorrectionType])[] = [
  (address) => [lineOf(address).toLowerCase(), 'reformatted'],
  (address) => [lineOf(address).toUpperCase(), 'reformatted'],
  (address) => [linesOf(address).toReversed().join(', '), 'reformatted'],
  (address) => [linesOf(address).join('\n'), 'reformatted'],
  (address) => [lineOf(address).replaceAll(', ', ','), 'reformatted'],
  (address) => [`Address: ${lineOf(address)}`, 'removed'],
]

/** Makes two or three mistakes in one address; undefined where they would leave the meaning open. */
export function severalCorruptions(
  address: CleanAddress,
  chance: Chance,
): SeveralCorrupted | undefined {
  const types = new Set<CorrectionType>()
  let changed = address
  const [one, other] = [pick(partChanges, chance), pick(partChanges, chance)]
  for (const change of new Set([one, other])) {
    const result = change(changed, chance)
    if (!result) return undefined
    changed = result.address
    types.add(result.type)
  }
  // Without a postcode, a mistyped town can be another one.
  if (!changed.postcode && changed.locality !== address.locality) return undefined
  const [text, type] = pick(lineChanges, chance)(changed)
  if (linesOf(changed).length === 1 && text === lineOf(changed)) return undefined
  types.add(type)
  // An added part brings commas.
  types.add('reformatted')
  return { text, types }
}
