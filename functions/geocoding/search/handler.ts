import { endpoint } from '../../../lib/api/index.ts'
import { coordinatesIn, search as searchPlaces, warmSearch } from '../../../lib/geocoding/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { renderSearch, searchQueryOf } from '../render-search.ts'
import { warnOutside } from '../warn-outside.ts'
import { search } from './contract.ts'

export const handler = endpoint(
  search,
  { gazetteer: regionGazetteer },
  async (request, { gazetteer, ...context }) => {
    const results = await searchPlaces(gazetteer, searchQueryOf(request), context)
    const point = coordinatesIn(request.text)
    if (point) await warnOutside(results, gazetteer, { point, ...context })
    return renderSearch(results, request, context)
  },
  { warm: warmSearch },
)
