import { searchAlongRoute } from '../../functions/routing/search-along-route/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { searchAlongRouteRequests } from '../fixtures/requests/search-along-route.ts'

fuzzOperation(searchAlongRoute, searchAlongRouteRequests, {
  runs: fuzzRuns({ quick: 30, full: 300 }),
})
