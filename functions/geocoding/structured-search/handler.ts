import { endpoint } from '../../../lib/api/index.ts'
import { searchStructured, warmSearch } from '../../../lib/geocoding/index.ts'
import {
  addressFieldsOf,
  addressLine,
  scopeOf,
  withoutAddress,
} from '../../../lib/geocoding/schemas/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { renderSearch } from '../render-search.ts'
import { structuredSearch } from './contract.ts'

export const handler = endpoint(
  structuredSearch,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const [fields, scope] = [addressFieldsOf(request), scopeOf(request)]
    const results = await searchStructured(gazetteer, fields, scope, context)
    return renderSearch(
      results,
      { text: addressLine(request), ...withoutAddress(request) },
      context,
    )
  },
  { warm: warmSearch },
)
