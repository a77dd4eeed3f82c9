import { compare } from '../../functions/routing/compare/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { compareRequests } from '../fixtures/requests/compare.ts'

fuzzOperation(compare, compareRequests, { runs: fuzzRuns({ quick: 50, full: 500 }) })
