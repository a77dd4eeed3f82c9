import { place } from '../../functions/geocoding/place/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { placeRequests } from '../fixtures/requests/place.ts'

fuzzOperation(place, placeRequests)
