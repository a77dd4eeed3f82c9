import { endpoint, logger } from '../../../lib/api/index.ts'
import { search, searchBatch, searchStructured, warmSearch } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { batch } from './contract.ts'

export const handler = endpoint(
  batch,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const operations = {
      byText: search.bind(null, gazetteer),
      byFields: searchStructured.bind(null, gazetteer),
    }
    return searchBatch(operations, request, {
      ...context,
      onFault: (index, error) =>
        logger.error('an item of a batch failed', { index, error: error as Error }),
    })
  },
  { warm: warmSearch },
)
