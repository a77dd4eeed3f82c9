import fc from 'fast-check'
import { autocomplete } from '../../functions/geocoding/autocomplete/contract.ts'
import { fuzzOperation, placeScope, placeText } from '../fixtures/fuzz.ts'

fuzzOperation(
  autocomplete,
  fc
    .tuple(fc.record({ text: placeText }), placeScope)
    .map(([text, scope]) => ({ ...text, ...scope })),
)
