import { endpoint } from '../../../lib/api/index.ts'
import { searchStructured, warmSearch } from '../../../lib/geocoding/index.ts'
import {
  addressFieldsOf,
  addressLine,
  scopeOf,
  withoutAddress,
} from '../../../lib/geocoding/schemas/index.ts'
import { checkAskedRegion, everyRegion, searchEach } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { renderSearch } from '../render-search.ts'
import { structuredSearch } from './contract.ts'

export const handler = endpoint(
  structuredSearch,
  { gazetteers: everyRegion(regionGazetteer) },
  async (request, { gazetteers, ...context }) => {
    const [fields, scope] = [addressFieldsOf(request), scopeOf(request)]
    const results = await searchEach(
      gazetteers,
      { ...scope, region: request.served_region },
      context,
      (gazetteer, context) => searchStructured(gazetteer, fields, scope, context),
    )
    return renderSearch(
      results,
      { text: addressLine(request), ...withoutAddress(request) },
      context,
    )
  },
  {
    check: ({ served_region }) => checkAskedRegion(served_region, 'served_region'),
    warm: warmSearch,
  },
)
