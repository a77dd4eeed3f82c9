import { endpoint } from '../../../lib/api/index.ts'
import { searchStructured } from '../../../lib/geocoding/index.ts'
import {
  addressFieldsOf,
  addressLine,
  scopeOf,
  withoutAddress,
} from '../../../lib/geocoding/schemas/index.ts'
import { gazetteerOf } from '../region-places.ts'
import { answerSearch } from '../search-answer.ts'
import { followSearchablePlaces } from '../searchable-places.ts'
import { structuredSearch } from './contract.ts'

export const handler = endpoint(
  structuredSearch,
  { region: followSearchablePlaces },
  async (request, { region, ...context }) => {
    const [fields, scope] = [addressFieldsOf(request), scopeOf(request)]
    const found = await searchStructured(gazetteerOf(region), fields, scope, context)
    return answerSearch(found, { text: addressLine(request), ...withoutAddress(request) }, context)
  },
)
