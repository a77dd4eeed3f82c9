import fc from 'fast-check'
import { batch } from '../../functions/geocoding/batch/contract.ts'
import { fuzzOperation, placeText, rarelyWrong } from '../fixtures/fuzz.ts'

const size = rarelyWrong(fc.integer({ min: 1, max: 40 }))

const item = fc.oneof(
  { weight: 8, arbitrary: fc.record({ text: placeText, size }, { requiredKeys: ['text'] }) },
  {
    weight: 4,
    arbitrary: fc.record(
      { street: placeText, house_number: placeText, locality: placeText, country: placeText, size },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
)

fuzzOperation(
  batch,
  fc.record(
    {
      items: rarelyWrong(fc.array(item, { minLength: 1, maxLength: 6 })),
      lang: rarelyWrong(fc.constantFrom('en', 'fr,de')),
    },
    { requiredKeys: ['items'] },
  ),
)
