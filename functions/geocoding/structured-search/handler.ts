import { searchStructured, warmSearch } from '#places/search'
import { addressFieldsOf, addressLine, scopeOf, withoutAddress } from '#places/search/schemas'
import { endpoint } from '#platform/api'
import { checkAskedRegion, openEveryRegion, searchEach } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { renderSearch } from '../render-search.ts'
import { structuredSearch } from './contract.ts'

export const handler = endpoint(
  structuredSearch,
  { gazetteers: openEveryRegion(regionGazetteer) },
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
