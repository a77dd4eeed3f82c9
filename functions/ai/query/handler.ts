import { answerQuery, warmReader } from '#language'
import { warmSearch } from '#places/search'
import { endpoint } from '#platform/api'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { languageModel } from '../../language-model.ts'
import { checkAskedRegion, everyRegion } from '../../regions/index.ts'
import { queryBackends, warmEngine } from './backends.ts'
import { aiQuery, basePrice } from './contract.ts'
import { answerInRegions, readingOnce } from './in-regions.ts'

export const handler = endpoint(
  aiQuery,
  { gazetteers: everyRegion(regionGazetteer), engine: warmEngine, model: languageModel },
  (request, { gazetteers, engine: _, model, ...context }) => {
    const reader = model && readingOnce(model)
    const where = { region: request.region, location: request.context?.location }
    return answerInRegions(gazetteers, where, (gazetteer) =>
      answerQuery(request, {
        gazetteer,
        model: reader,
        backends: queryBackends(context),
        requirePrice: (backendPrice) => context.requireBalance(basePrice + backendPrice),
        warn: context.warn,
        signal: context.signal,
        timed: context.timed,
      }),
    )
  },
  {
    check: ({ region }) => checkAskedRegion(region),
    warm: () => {
      warmSearch()
      warmReader()
    },
  },
)
