import { isochrone } from '../../functions/routing/isochrone/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { isochroneRequests } from '../fixtures/requests/isochrone.ts'

fuzzOperation(isochrone, isochroneRequests)
