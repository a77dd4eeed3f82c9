import { correctAddresses, warmCorrection } from '#places/address-correction'
import { endpoint } from '#platform/api'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { checkAskedRegion, everyRegion } from '../../regions/index.ts'
import { parseAddress } from './contract.ts'

export const handler = endpoint(
  parseAddress,
  { gazetteers: everyRegion(regionGazetteer) },
  async ({ addresses, region }, { gazetteers, ...context }) => {
    const byRegion = await gazetteers.each(
      (gazetteer) => correctAddresses(gazetteer, addresses, context),
      // Without a region an address of it would be corrected to one of another.
      { region, warn: context.warn, isEnough: () => false },
    )
    return { results: addresses.map((_, index) => surest(byRegion.map((all) => all[index]!))) }
  },
  { check: ({ region }) => checkAskedRegion(region), warm: warmCorrection },
)

/** Of the corrections of one address, that of the region that knows most of it. */
function surest<Corrected extends { confidence: number }>(corrections: readonly Corrected[]) {
  return corrections.reduce((best, next) => (next.confidence > best.confidence ? next : best))
}
