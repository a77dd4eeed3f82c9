import { placeById, renderPlaces } from '#places/search'
import { maxResults } from '#places/search/schemas'
import { endpoint } from '#platform/api'
import { checkAskedRegion, openEveryRegion } from '../../regions/index.ts'
import { regionGazetteer } from '../region-gazetteer.ts'
import { place } from './contract.ts'

export const handler = endpoint(
  place,
  { gazetteers: openEveryRegion(regionGazetteer) },
  async ({ id, lang, region }, { gazetteers, ...context }) => {
    const query = { id: id.trim(), size: maxResults }
    const lists = await gazetteers.each((gazetteer) => placeById(gazetteer, query, context), {
      region,
      warn: context.warn,
      // An id is unknown only if all regions say so.
      isEnough: (lists) => lists.flat().length > 0,
    })
    return { results: renderPlaces(lists.flat(), { languages: lang }) }
  },
  { check: ({ region }) => checkAskedRegion(region) },
)
