import { endpoint } from '../../../lib/api/index.ts'
import { warmSearch } from '../../../lib/geocoding/index.ts'
import { answerQuery, warmReader } from '../../../lib/language/index.ts'
import { regionGazetteer } from '../../geocoding/region-gazetteer.ts'
import { languageModel } from '../../language-model.ts'
import { queryBackends, warmEngine } from './backends.ts'
import { aiQuery, basePrice } from './contract.ts'

export const handler = endpoint(
  aiQuery,
  { gazetteer: regionGazetteer, engine: warmEngine, model: languageModel },
  (request, { gazetteer, engine: _, model, ...context }) =>
    answerQuery(request, {
      gazetteer,
      model,
      backends: queryBackends(context),
      requirePrice: (backendPrice) => context.requireBalance(basePrice + backendPrice),
      warn: context.warn,
      signal: context.signal,
      timed: context.timed,
    }),
  {
    warm: () => {
      warmSearch()
      warmReader()
    },
  },
)
