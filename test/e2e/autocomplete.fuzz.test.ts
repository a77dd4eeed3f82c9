import { autocomplete } from '../../functions/geocoding/autocomplete/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { autocompleteRequests } from '../fixtures/requests/autocomplete.ts'

fuzzOperation(autocomplete, autocompleteRequests)
