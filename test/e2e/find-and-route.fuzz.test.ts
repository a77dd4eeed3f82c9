import { findAndRoute } from '../../functions/routing/find-and-route/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { findAndRouteRequests } from '../fixtures/requests/find-and-route.ts'

fuzzOperation(findAndRoute, findAndRouteRequests, { runs: fuzzRuns({ quick: 100, full: 750 }) })
