import { snap } from '../../functions/routing/snap/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { snapRequests } from '../fixtures/requests/snap.ts'

fuzzOperation(snap, snapRequests)
