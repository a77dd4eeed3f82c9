import { answerQuery, warmReader } from '#language'
import { warmSearch } from '#places/search'
import { endpoint } from '#platform/api'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { languageModel } from '../../language-model.ts'
import { checkAskedRegion, openEveryRegion } from '../../regions/index.ts'
import { makeQueryBackends, warmEngine } from './backends.ts'
import { aiQuery, basePrice } from './contract.ts'
import { answerInRegions, readOnce } from './in-regions.ts'

export const handler = endpoint(
  aiQuery,
  { gazetteers: openEveryRegion(regionGazetteer), engine: warmEngine, model: languageModel },
  (request, { gazetteers, engine: _, model, ...context }) => {
    const reader = model && readOnce(model)
    const where = { region: request.region, location: request.context?.location }
    return answerInRegions(gazetteers, where, (gazetteer) =>
      answerQuery(request, {
        gazetteer,
        model: reader,
        backends: makeQueryBackends(context),
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
