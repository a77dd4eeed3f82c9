import fc from 'fast-check'
import { search } from '../../functions/geocoding/search/contract.ts'
import { fuzzOperation, placeScope, placeText } from '../fixtures/fuzz.ts'

fuzzOperation(
  search,
  fc
    .tuple(fc.record({ text: placeText }), placeScope)
    .map(([text, scope]) => ({ ...text, ...scope })),
)
