import { endpoint } from '../../../lib/api/index.ts'
import { prepare, searchStructured } from '../../../lib/geocoding/index.ts'
import {
  addressFieldsOf,
  addressLine,
  scopeOf,
  withoutAddress,
} from '../../../lib/geocoding/schemas/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { answerSearch } from '../search-answer.ts'
import { structuredSearch } from './contract.ts'

export const handler = endpoint(
  structuredSearch,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const [fields, scope] = [addressFieldsOf(request), scopeOf(request)]
    const found = await searchStructured(gazetteer, fields, scope, context)
    return answerSearch(found, { text: addressLine(request), ...withoutAddress(request) }, context)
  },
  { warm: prepare },
)
