import { predict } from '../../functions/predict/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { predictRequests } from '../fixtures/requests/predict.ts'

fuzzOperation(predict, predictRequests, {
  runs: fuzzRuns({ quick: 100, full: 250 }),
})
