import { type CorrectedAddress, correctAddresses } from '#places/address-correction'
import type { Gazetteer } from '#places/gazetteer'
import { quiet } from '../../fixtures/places.ts'
import type { CorrectionCase } from './cases.ts'
import { type CleanAddress, habits, lineOf } from './clean-addresses.ts'

/** An address and the fault of its correction; undefined where the correction is right. */
export interface Verdict {
  group: string
  text: string
  wanted: string
  result: CorrectedAddress
  fault: string | undefined
}

/** Lowest confidence of a clean address, from the bands of the contract. */
export const cleanConfidence = 0.9

/** Returns the country of a city state, whose line has no country, as part of the request. */
function hintOf({ country, region }: CleanAddress) {
  return habits[region].countryName === undefined ? { country } : {}
}

/** Judges clean addresses: a correction is right when it leaves them untouched. */
export async function judgeClean(
  gazetteer: Gazetteer,
  addresses: readonly CleanAddress[],
): Promise<Verdict[]> {
  const given = addresses.map((address) => ({ text: lineOf(address), ...hintOf(address) }))
  const results = await correctAddresses(gazetteer, given, quiet)
  return results.map((result) => {
    const { input, corrected, corrections, confidence } = result
    const isChanged = corrected !== input || corrections.length > 0
    const isUnsure = confidence < cleanConfidence
    const fault = isChanged ? 'changed' : isUnsure ? `confidence ${confidence}` : undefined
    return { group: 'clean', text: input, wanted: input, result, fault }
  })
}

/** Judges corrupted addresses: a correction is right when it restores them exactly, each change by its right type. */
export async function judgeCorrupted(
  gazetteer: Gazetteer,
  cases: readonly CorrectionCase[],
): Promise<Verdict[]> {
  const given = cases.map(({ text, address }) => ({ text, ...hintOf(address) }))
  const results = await correctAddresses(gazetteer, given, quiet)
  return cases.map(({ address, operator, text, type, field }, i): Verdict => {
    const result = results[i]!
    const wanted = lineOf(address)
    const { corrections } = result
    const isOfType =
      corrections.length > 0 &&
      corrections.every((item) => item.type === type && (!field || item.field === field))
    const fault =
      result.corrected !== wanted ? 'not restored' : isOfType ? undefined : 'of another type'
    return { group: operator, text, wanted, result, fault }
  })
}

/** Prints the number of right and of all verdicts by group: `typo 46/50`. */
export function tallyOf(verdicts: readonly Verdict[]): string {
  return [...Map.groupBy(verdicts, ({ group }) => group)]
    .map(([group, of]) => `${group} ${of.filter(({ fault }) => !fault).length}/${of.length}`)
    .join(', ')
}

/** Prints the faults, one per line. */
export function faultsOf(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ fault }) => fault)
    .map(({ group, text, wanted, fault, result }) => {
      const types = result.corrections.map(({ field, type }) => `${field} ${type}`).join(', ')
      return `${group}: ${fault}: ${text} -> ${result.corrected} (${wanted}) [${types}] ${result.confidence}`
    })
    .join('\n')
}

export function rightShare(verdicts: readonly Verdict[]): number {
  return verdicts.filter(({ fault }) => !fault).length / verdicts.length
}
