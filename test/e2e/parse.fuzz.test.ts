import { parse } from '../../functions/geocoding/parse/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { parseRequests } from '../fixtures/requests/parse.ts'

fuzzOperation(parse, parseRequests)
