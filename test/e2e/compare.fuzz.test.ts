import { compare } from '../../functions/routing/compare/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { compareRequests } from '../fixtures/requests/compare.ts'

fuzzOperation(compare, compareRequests)
