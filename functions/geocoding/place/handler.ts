import { endpoint } from '../../../lib/api/index.ts'
import { placeById, renderPlaces } from '../../../lib/geocoding/index.ts'
import { maxResults } from '../../../lib/geocoding/schemas/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { place } from './contract.ts'

export const handler = endpoint(
  place,
  { gazetteer: regionGazetteer },
  async ({ id, lang }, { gazetteer, ...context }) => {
    const query = { id: id.trim(), size: maxResults }
    const results = await placeById(gazetteer, query, context)
    return { results: renderPlaces(results, { languages: lang }) }
  },
)
