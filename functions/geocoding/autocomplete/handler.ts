import { endpoint } from '../../../lib/api/index.ts'
import { autocomplete as completePlaces } from '../../../lib/geocoding/index.ts'
import { followRegionPlaces, gazetteerOf } from '../region-places.ts'
import { answerSearch, searchQueryOf } from '../search-answer.ts'
import { autocomplete } from './contract.ts'

export const handler = endpoint(
  autocomplete,
  { region: followRegionPlaces },
  async (request, { region, ...context }) => {
    const found = await completePlaces(gazetteerOf(region), searchQueryOf(request), context)
    return answerSearch(found, request, context)
  },
)
