import { parseAddress } from '../../functions/ai/parse-address/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { parseAddressRequests } from '../fixtures/requests/parse-address.ts'

fuzzOperation(parseAddress, parseAddressRequests)
