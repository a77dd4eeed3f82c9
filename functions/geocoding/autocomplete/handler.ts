import { endpoint } from '../../../lib/api/index.ts'
import { autocomplete as completePlaces } from '../../../lib/geocoding/index.ts'
import { gazetteerOf } from '../region-places.ts'
import { answerSearch, searchQueryOf } from '../search-answer.ts'
import { followSearchablePlaces } from '../searchable-places.ts'
import { autocomplete } from './contract.ts'

export const handler = endpoint(
  autocomplete,
  { region: followSearchablePlaces },
  async (request, { region, ...context }) => {
    const found = await completePlaces(gazetteerOf(region), searchQueryOf(request), context)
    return answerSearch(found, request, context)
  },
)
