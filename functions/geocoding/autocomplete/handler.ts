import { autocomplete as completePlaces, warmSearch } from '#places/search'
import { endpoint } from '#platform/api'
import { checkAskedRegion, openEveryRegion, searchEach } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { makeSearchQuery, renderSearch } from '../render-search.ts'
import { autocomplete } from './contract.ts'

export const handler = endpoint(
  autocomplete,
  { gazetteers: openEveryRegion(regionGazetteer) },
  async (request, { gazetteers, ...context }) => {
    const query = makeSearchQuery(request)
    const results = await searchEach(
      gazetteers,
      { ...query, region: request.region },
      context,
      (gazetteer, context) => completePlaces(gazetteer, query, context),
    )
    return renderSearch(results, request, context)
  },
  { check: ({ region }) => checkAskedRegion(region), warm: warmSearch },
)
