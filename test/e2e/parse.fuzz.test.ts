import fc from 'fast-check'
import { parse } from '../../functions/geocoding/parse/contract.ts'
import { fuzzOperation, placeParameters, placeText } from '../fixtures/fuzz.ts'

fuzzOperation(
  parse,
  fc.record(
    {
      text: fc.oneof(
        { weight: 12, arbitrary: placeText },
        { weight: 1, arbitrary: fc.constant(' ') },
      ),
      country: placeParameters.countries,
    },
    { requiredKeys: ['text'] },
  ),
)
