import { parseAddress } from '../../functions/ai/parse-address/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { parseAddressRequests } from '../fixtures/requests/parse-address.ts'

fuzzOperation(parseAddress, parseAddressRequests, { runs: fuzzRuns({ quick: 100, full: 750 }) })
