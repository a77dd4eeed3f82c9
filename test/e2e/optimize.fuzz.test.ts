import { optimize } from '../../functions/routing/optimize/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { optimizeRequests } from '../fixtures/requests/optimize.ts'

fuzzOperation(optimize, optimizeRequests)
