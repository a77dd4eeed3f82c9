import type { Gazetteer, ReadOptions } from '#places/gazetteer'
import { isSlipOf } from './claim-postcode.ts'
import type { CorrectedField } from './corrected-address.ts'
import { type Explanation, namesArea, namesTown } from './explain.ts'
import { joined } from './input-words.ts'

/** The components of an address with what the gazetteer settles. */
export interface Completion {
  /** Components of the line. */
  values: Partial<Record<CorrectedField, string>>
  /** Those that the input does not have. */
  inferred: readonly CorrectedField[]
  isPostcodeReplaced: boolean
  /** The postcode is another one than the house's, and one of its street. */
  isPostcodeOfStreet: boolean
  /** The input names an area or postcode of the address, so that it is known to be there. */
  hasArea: boolean
}

export interface CompletionOptions {
  /** The caller said in which country the address is. */
  isCountryGiven: boolean
}

/**
 * Adds what follows from the rest: the town from street and postcode, the postcode from street and town, the
 * country from any of them. An address without any area could be anywhere, so nothing is added.
 */
export async function complete(
  gazetteer: Gazetteer,
  explanation: Explanation,
  { isCountryGiven }: CompletionOptions,
  options: ReadOptions,
): Promise<Completion> {
  const { claims, address, postcode } = explanation
  const values: Completion['values'] = {}
  for (const [field, { value }] of claims) values[field] = value
  const inferred: CorrectedField[] = []
  const isInTown = namesTown(explanation)
  const hasArea = namesArea(explanation)
  let isPostcodeReplaced = false
  let isPostcodeOfStreet = false

  const { town } = address
  // Unknown words may be a name of the town.
  const hasUnknown = explanation.leftovers.some(({ kind }) => kind === 'unknown')
  if (!claims.has('locality') && town && postcode === 'same' && !hasUnknown) {
    values.locality = town
    inferred.push('locality')
  }
  if (isInTown && address.road.length > 0 && (postcode === 'absent' || postcode === 'other')) {
    const known = await postcodesOfStreet(gazetteer, explanation, options)
    const settled = settledPostcode(explanation, known)
    isPostcodeOfStreet = known.has(joined(values.postcode ?? ''))
    // A number that nothing explains may be a postcode.
    const hasNumber = explanation.leftovers.some(({ kind, text }) => {
      return kind !== 'unit' && kind !== 'repeated' && /\d/.test(text)
    })
    if (settled && postcode === 'absent') {
      if (!hasNumber) {
        values.postcode = settled
        inferred.push('postcode')
      }
    } else if (settled && !isPostcodeOfStreet && mayReplace(explanation, settled)) {
      values.postcode = settled
      isPostcodeReplaced = true
    }
  }
  const [country] = address.country
  const isCityState = values.locality !== undefined && address.country.includes(values.locality)
  if (hasArea && country && !claims.has('country') && !isCountryGiven && !isCityState) {
    values.country = country
    inferred.push('country')
  }
  return { values, inferred, isPostcodeReplaced, isPostcodeOfStreet, hasArea }
}

/** The postcodes of a street and its houses, without blanks. */
async function postcodesOfStreet(
  gazetteer: Gazetteer,
  { address: { place, postcode } }: Explanation,
  options: ReadOptions,
): Promise<ReadonlyMap<string, string>> {
  const [houses] = place.houseCount > 0 ? await gazetteer.houses([place], options) : []
  const all = [...(houses ?? []).map((house) => house.postcode), place.postcode, postcode]
  return new Map(all.flatMap((code) => (code ? [[joined(code), code]] : [])))
}

/** The postcode of the house, or the only one of the street. */
function settledPostcode(
  { address: { postcode, isOwnPostcode }, houseNumber }: Explanation,
  known: ReadonlyMap<string, string>,
): string | undefined {
  if (isOwnPostcode && houseNumber === 'same') return postcode
  return known.size === 1 ? [...known.values()][0] : undefined
}

/** Whether a stated postcode is a mistake: the house's own is another one, or it is one slip away. */
function mayReplace({ claims, address, houseNumber }: Explanation, settled: string): boolean {
  if (address.isOwnPostcode && houseNumber === 'same') return true
  return isSlipOf(claims.get('postcode')?.original ?? '', settled)
}
