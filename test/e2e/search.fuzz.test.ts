import { search } from '../../functions/geocoding/search/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { searchRequests } from '../fixtures/requests/search.ts'

fuzzOperation(search, searchRequests)
