import { optimize } from '../../functions/routing/optimize/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { optimizeRequests } from '../fixtures/requests/optimize.ts'

fuzzOperation(optimize, optimizeRequests, { runs: fuzzRuns({ quick: 50, full: 500 }) })
