import { type BatchSearch, search, searchBatch, searchStructured, warmSearch } from '#places/search'
import { endpoint, logger } from '#platform/api'
import { checkAskedRegion, openEveryRegion, searchEach } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { batch } from './contract.ts'

export const handler = endpoint(
  batch,
  { gazetteers: openEveryRegion(regionGazetteer) },
  async (request, { gazetteers, ...context }) => {
    // Callers keep the answers of a batch, so none is returned while a region is missing.
    const where = { region: request.region, allowPartial: false }
    const operations: BatchSearch = {
      byText: (query, context) =>
        searchEach(gazetteers, { ...query, ...where }, context, (gazetteer, context) =>
          search(gazetteer, query, context),
        ),
      byFields: (fields, scope, context) =>
        searchEach(gazetteers, { ...scope, ...where }, context, (gazetteer, context) =>
          searchStructured(gazetteer, fields, scope, context),
        ),
    }
    return searchBatch(operations, request, {
      ...context,
      onFault: (index, error) =>
        logger.error('an item of a batch failed', { index, error: error as Error }),
    })
  },
  { check: ({ region }) => checkAskedRegion(region), warm: warmSearch },
)
