import { aiQuery } from '../../functions/ai/query/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { aiQueryRequests } from '../fixtures/requests/ai-query.ts'

fuzzOperation(aiQuery, aiQueryRequests, { runs: fuzzRuns({ quick: 100, full: 750 }) })
