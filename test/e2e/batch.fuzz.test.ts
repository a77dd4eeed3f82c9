import { batch } from '../../functions/geocoding/batch/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { batchRequests } from '../fixtures/requests/batch.ts'

fuzzOperation(batch, batchRequests)
