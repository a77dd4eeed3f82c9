import type { Gazetteer } from '#places/gazetteer'
import { seeded } from '../../fixtures/random.ts'
import { caseShare } from '../search/quality/shares.ts'
import { plain } from '../search/sets/judge.ts'
import {
  type CleanAddress,
  type CorrectionRegion,
  cleanAddresses,
  lineOf,
} from './clean-addresses.ts'
import { type Corrupted, corruptions } from './corruptions.ts'

export interface CorrectionCase extends Corrupted {
  address: CleanAddress
  /** Name of the corruption. */
  operator: string
}

export type Half = CleanAddress['half']

/** Sorts addresses in an order that does not depend on the order of the data set. */
function shuffled(addresses: readonly CleanAddress[]): CleanAddress[] {
  const shareOf = (address: CleanAddress) => caseShare('order', lineOf(address))
  return addresses.toSorted((a, b) => shareOf(a) - shareOf(b))
}

/** Returns at most `max` clean addresses of a half. */
export async function cleanCases(
  gazetteer: Gazetteer,
  region: CorrectionRegion,
  { half, max }: { half: Half; max: number },
): Promise<CleanAddress[]> {
  const all = shuffled(await cleanAddresses(gazetteer, region))
  return all.filter((address) => address.half === half).slice(0, max)
}

/** Returns at most `max` cases of each corruption. No case equals another address of the region. */
export async function corruptedCases(
  gazetteer: Gazetteer,
  region: CorrectionRegion,
  { half, max }: { half: Half; max: number },
): Promise<CorrectionCase[]> {
  const all = shuffled(await cleanAddresses(gazetteer, region))
  const lines = new Set(all.map((address) => plain(lineOf(address))))
  const ofHalf = all.filter((address) => address.half === half)
  return Object.entries(corruptions).flatMap(([operator, corrupt]) => {
    const cases: CorrectionCase[] = []
    for (const address of ofHalf) {
      if (cases.length === max) break
      const seed = Math.floor(caseShare(operator, lineOf(address)) * 2 ** 32)
      const corrupted = corrupt(address, seeded(seed))
      if (!corrupted || corrupted.text === lineOf(address)) continue
      if (operator !== 'run together' && lines.has(plain(corrupted.text))) continue
      cases.push({ address, operator, ...corrupted })
    }
    return cases
  })
}
