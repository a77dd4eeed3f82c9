import { endpoint } from '../../../lib/api/index.ts'
import { autocomplete as completePlaces, prepare } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { answerSearch, searchQueryOf } from '../search-answer.ts'
import { autocomplete } from './contract.ts'

export const handler = endpoint(
  autocomplete,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const found = await completePlaces(gazetteer, searchQueryOf(request), context)
    return answerSearch(found, request, context)
  },
  { warm: prepare },
)
