import type { Gazetteer, ReadOptions } from '#places/gazetteer'
import { isPostcodeSlip } from './claim-postcode.ts'
import type { CorrectedField } from './corrected-address.ts'
import { type Explanation, namesArea, namesTown } from './explain.ts'
import { foldWithoutBlanks } from './input-words.ts'

/** The components of an address, completed from the gazetteer. */
export interface Completion {
  /** Components of the line. */
  values: Partial<Record<CorrectedField, string>>
  /** Components that the input lacks. */
  inferred: readonly CorrectedField[]
  isPostcodeReplaced: boolean
  /** The postcode is not the postcode of the house, but of another part of its street. */
  isPostcodeOfStreet: boolean
  /** The input names an area or postcode of the address, which confirms the address's location. */
  hasArea: boolean
}

export interface CompletionOptions {
  /** The caller named the country of the address. */
  isCountryGiven: boolean
}

/**
 * Adds components that follow from the others: the town from street and postcode, the postcode from street and town,
 * the country from any of them. Adds nothing to an address without any area, because it could be anywhere.
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
    const known = await readStreetPostcodes(gazetteer, explanation, options)
    const settled = determinePostcode(explanation, known)
    isPostcodeOfStreet = known.has(foldWithoutBlanks(values.postcode ?? ''))
    // A number that nothing explains may be a postcode.
    const hasNumber = explanation.leftovers.some(({ kind, text }) => {
      return kind !== 'unit' && kind !== 'repeated' && /\d/.test(text)
    })
    if (settled && postcode === 'absent') {
      if (!hasNumber) {
        values.postcode = settled
        inferred.push('postcode')
      }
    } else if (settled && !isPostcodeOfStreet && isReplaceable(explanation, settled)) {
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

/** Reads the postcodes of a street and its houses, by their text without blanks. */
async function readStreetPostcodes(
  gazetteer: Gazetteer,
  { address: { place, postcode } }: Explanation,
  options: ReadOptions,
): Promise<ReadonlyMap<string, string>> {
  const [houses] = place.houseCount > 0 ? await gazetteer.houses([place], options) : []
  const all = [...(houses ?? []).map((house) => house.postcode), place.postcode, postcode]
  return new Map(all.flatMap((code) => (code ? [[foldWithoutBlanks(code), code]] : [])))
}

/** Returns the postcode of the house, or the only postcode of the street. */
function determinePostcode(
  { address: { postcode, isOwnPostcode }, houseNumber }: Explanation,
  known: ReadonlyMap<string, string>,
): string | undefined {
  if (isOwnPostcode && houseNumber === 'same') return postcode
  return known.size === 1 ? [...known.values()][0] : undefined
}

/** Checks whether a stated postcode is a mistake: the house has another one, or it is one slip away. */
function isReplaceable({ claims, address, houseNumber }: Explanation, settled: string): boolean {
  if (address.isOwnPostcode && houseNumber === 'same') return true
  return isPostcodeSlip(claims.get('postcode')?.original ?? '', settled)
}
