import { endpoint } from '../../../lib/api/index.ts'
import { autocomplete as completePlaces, warmSearch } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { renderSearch, searchQueryOf } from '../render-search.ts'
import { autocomplete } from './contract.ts'

export const handler = endpoint(
  autocomplete,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const results = await completePlaces(gazetteer, searchQueryOf(request), context)
    return renderSearch(results, request, context)
  },
  { warm: warmSearch },
)
