import { route } from '../../functions/routing/route/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { routeRequests } from '../fixtures/requests/route.ts'

fuzzOperation(route, routeRequests, { runs: fuzzRuns({ quick: 100, full: 1000 }) })
