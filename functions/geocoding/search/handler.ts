import { endpoint } from '../../../lib/api/index.ts'
import { search as searchPlaces } from '../../../lib/geocoding/index.ts'
import { gazetteerOf } from '../region-places.ts'
import { answerSearch, searchQueryOf } from '../search-answer.ts'
import { followSearchablePlaces } from '../searchable-places.ts'
import { search } from './contract.ts'

export const handler = endpoint(
  search,
  { region: followSearchablePlaces },
  async (request, { region, ...context }) => {
    const found = await searchPlaces(gazetteerOf(region), searchQueryOf(request), context)
    return answerSearch(found, request, context)
  },
)
