import { endpoint, logger } from '../../../lib/api/index.ts'
import { prepare, search, searchBatch, searchStructured } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { batch } from './contract.ts'

export const handler = endpoint(
  batch,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const ways = {
      byText: search.bind(null, gazetteer),
      byFields: searchStructured.bind(null, gazetteer),
    }
    return searchBatch(ways, request, {
      ...context,
      onFault: (index, error) =>
        logger.error('an item of a batch failed', { index, error: error as Error }),
    })
  },
  { warm: prepare },
)
