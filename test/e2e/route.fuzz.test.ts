import { route } from '../../functions/routing/route/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { routeRequests } from '../fixtures/requests/route.ts'

fuzzOperation(route, routeRequests)
