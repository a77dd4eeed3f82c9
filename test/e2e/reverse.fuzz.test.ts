import { reverse } from '../../functions/geocoding/reverse/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { reverseRequests } from '../fixtures/requests/reverse.ts'

fuzzOperation(reverse, reverseRequests)
