import { locate } from '../../functions/routing/locate/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { locateRequests } from '../fixtures/requests/locate.ts'

fuzzOperation(locate, locateRequests)
