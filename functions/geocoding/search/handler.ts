import { endpoint } from '../../../lib/api/index.ts'
import { search as searchPlaces } from '../../../lib/geocoding/index.ts'
import { followRegionPlaces, gazetteerOf } from '../region-places.ts'
import { answerSearch, searchQueryOf } from '../search-answer.ts'
import { search } from './contract.ts'

export const handler = endpoint(
  search,
  { region: followRegionPlaces },
  async (request, { region, ...context }) => {
    const found = await searchPlaces(gazetteerOf(region), searchQueryOf(request), context)
    return answerSearch(found, request, context)
  },
)
