import fc from 'fast-check'
import { predict } from '../../functions/predict/contract.ts'
import { fuzzOperation, fuzzRuns, rarelyWrong } from '../fixtures/fuzz.ts'
import { area, params, profile } from '../fixtures/predict-requests.ts'

fuzzOperation(
  predict,
  fc.record(
    {
      profile: rarelyWrong(profile),
      area: rarelyWrong(area),
      params: rarelyWrong(params),
      format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
    },
    { requiredKeys: ['profile', 'area', 'params'] },
  ),
  { runs: fuzzRuns(250), never: [503, 504] },
)
