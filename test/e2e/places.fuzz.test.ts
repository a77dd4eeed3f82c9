import { places } from '../../functions/geocoding/places/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { placesRequests } from '../fixtures/requests/places.ts'

fuzzOperation(places, placesRequests)
