import { endpoint } from '../../../lib/api/index.ts'
import { prepare, search as searchPlaces } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { answerSearch, searchQueryOf } from '../search-answer.ts'
import { search } from './contract.ts'

export const handler = endpoint(
  search,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const found = await searchPlaces(gazetteer, searchQueryOf(request), context)
    return answerSearch(found, request, context)
  },
  { warm: prepare },
)
