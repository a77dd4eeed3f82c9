import { coordinatesIn, search as searchPlaces, warmSearch } from '#places/search'
import { endpoint } from '#platform/api'
import { checkAskedRegion, openEveryRegion, searchEach } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { makeSearchQuery, renderSearch } from '../render-search.ts'
import { warnOutside } from '../warn-outside.ts'
import { search } from './contract.ts'

export const handler = endpoint(
  search,
  { gazetteers: openEveryRegion(regionGazetteer) },
  async (request, { gazetteers, ...context }) => {
    const query = makeSearchQuery(request)
    const results = await searchEach(
      gazetteers,
      { ...query, region: request.region },
      context,
      (gazetteer, context) => searchPlaces(gazetteer, query, context),
    )
    const point = coordinatesIn(request.text)
    if (point) {
      // The gazetteers of the requested regions. `searchEach` has warned of those that cannot be read.
      const asked = await gazetteers.each(async (gazetteer) => gazetteer, {
        region: request.region,
        warn: () => {},
      })
      await warnOutside(results, asked, { point, ...context })
    }
    return renderSearch(results, request, context)
  },
  { check: ({ region }) => checkAskedRegion(region), warm: warmSearch },
)
