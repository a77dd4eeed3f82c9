import { isochrone } from '../../functions/routing/isochrone/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { isochroneRequests } from '../fixtures/requests/isochrone.ts'

fuzzOperation(isochrone, isochroneRequests, { runs: fuzzRuns({ quick: 25, full: 250 }) })
