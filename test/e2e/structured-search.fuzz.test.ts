import fc from 'fast-check'
import { structuredSearch } from '../../functions/geocoding/structured-search/contract.ts'
import { fuzzOperation, placeScope, placeText } from '../fixtures/fuzz.ts'

fuzzOperation(
  structuredSearch,
  fc
    .tuple(
      fc.record(
        {
          address: placeText,
          locality: placeText,
          region: placeText,
          postalcode: placeText,
          country: fc.oneof(placeText, fc.constantFrom('XCA', 'Isla Carvenna', 'Andorra')),
          neighbourhood: placeText,
        },
        { requiredKeys: [] },
      ),
      fc.option(fc.record({ street: placeText, house_number: placeText }), { freq: 1 }),
      placeScope,
    )
    .map(([fields, split, scope]) => ({ ...fields, ...split, ...scope })),
)
