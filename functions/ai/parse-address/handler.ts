import { correctAddresses, warmCorrection } from '#places/address-correction'
import { endpoint } from '#platform/api'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { checkAskedRegion, openEveryRegion } from '../../regions/index.ts'
import { parseAddress } from './contract.ts'

export const handler = endpoint(
  parseAddress,
  { gazetteers: openEveryRegion(regionGazetteer) },
  async ({ addresses, region }, { gazetteers, ...context }) => {
    const byRegion = await gazetteers.each(
      (gazetteer) => correctAddresses(gazetteer, addresses, context),
      // All regions must answer: otherwise an address of a missing region would be corrected to one of another.
      { region, warn: context.warn, isEnough: () => false },
    )
    return { results: addresses.map((_, index) => pickSurest(byRegion.map((all) => all[index]!))) }
  },
  { check: ({ region }) => checkAskedRegion(region), warm: warmCorrection },
)

/** Picks the correction from the region that knows most of the address. */
function pickSurest<Corrected extends { confidence: number }>(corrections: readonly Corrected[]) {
  return corrections.reduce((best, next) => (next.confidence > best.confidence ? next : best))
}
