import { structuredSearch } from '../../functions/geocoding/structured-search/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { structuredSearchRequests } from '../fixtures/requests/structured-search.ts'

fuzzOperation(structuredSearch, structuredSearchRequests)
