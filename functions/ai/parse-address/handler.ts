import { correctAddresses, warmCorrection } from '../../../lib/address-correction/index.ts'
import { endpoint } from '../../../lib/api/index.ts'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { parseAddress } from './contract.ts'

export const handler = endpoint(
  parseAddress,
  { gazetteer: regionGazetteer },
  async ({ addresses }, { gazetteer, ...context }) => ({
    results: await correctAddresses(gazetteer, addresses, context),
  }),
  { warm: warmCorrection },
)
