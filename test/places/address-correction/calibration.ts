import { correctAddresses } from '#places/address-correction'
import type { Gazetteer } from '#places/gazetteer'
import { quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { cleanCases, corruptedCases, type Half } from './cases.ts'
import { type CorrectionRegion, habits, lineOf } from './clean-addresses.ts'
import { severalCorruptions } from './several-corruptions.ts'

/** Lower ends of the confidence bands in the contract. */
export const bands = [0.9, 0.7, 0.5] as const

export interface Calibrated {
  confidence: number
  isRight: boolean
  text: string
  corrected: string
}

/** Corrects addresses with one mistake and with several; returns the confidence and whether the line is right. */
export async function calibrationOf(
  gazetteer: Gazetteer,
  region: CorrectionRegion,
  { half, max }: { half: Half; max: number },
): Promise<Calibrated[]> {
  const random = seeded(17)
  const several = (await cleanCases(gazetteer, region, { half, max: 10 * max })).flatMap(
    (address) => {
      const corrupted = severalCorruptions(address, random)
      return corrupted ? [{ address, text: corrupted.text }] : []
    },
  )
  const single = await corruptedCases(gazetteer, region, { half, max })
  const cases = [...several, ...single]
  const isCityState = habits[region].countryName === undefined
  const given = cases.map(({ text, address: { country } }) => {
    return { text, ...(isCityState && { country }) }
  })
  const results = await correctAddresses(gazetteer, given, quiet)
  return results.map(({ input, corrected, confidence }, i) => {
    const isRight = corrected === lineOf(cases[i]!.address)
    return { confidence, isRight, text: input, corrected }
  })
}

/** Returns the number of items, their mean confidence and their share of right lines for each band. */
export function byBand(items: readonly Calibrated[]) {
  return bands.map((min, i) => {
    const max = bands[i - 1] ?? Number.POSITIVE_INFINITY
    const inBand = items.filter(({ confidence }) => confidence >= min && confidence < max)
    const mean = inBand.reduce((sum, { confidence }) => sum + confidence, 0) / inBand.length
    const right = inBand.filter(({ isRight }) => isRight).length / inBand.length
    return { min, count: inBand.length, mean, right }
  })
}
