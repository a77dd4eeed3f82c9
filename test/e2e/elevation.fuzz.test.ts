import { elevation } from '../../functions/routing/elevation/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { elevationRequests } from '../fixtures/requests/elevation.ts'

fuzzOperation(elevation, elevationRequests)
