import { endpoint, logger } from '../../../lib/api/index.ts'
import { search, searchBatch, searchStructured } from '../../../lib/geocoding/index.ts'
import { gazetteerOf } from '../region-places.ts'
import { followSearchablePlaces } from '../searchable-places.ts'
import { batch } from './contract.ts'

export const handler = endpoint(
  batch,
  { region: followSearchablePlaces },
  async (request, { region, ...context }) => {
    const gazetteer = gazetteerOf(region)
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
)
