import { elevation } from '../../functions/routing/elevation/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { elevationRequests } from '../fixtures/requests/elevation.ts'

fuzzOperation(elevation, elevationRequests, { runs: fuzzRuns({ quick: 100, full: 1000 }) })
