import fc from 'fast-check'
import { places } from '../../functions/geocoding/places/contract.ts'
import { fuzzOperation, placeParameters, placeText } from '../fixtures/fuzz.ts'

fuzzOperation(
  places,
  fc
    .tuple(
      fc.record({ query: placeText }),
      fc.oneof(
        fc.record({ near: fc.oneof(fc.constantFrom('Lagrin', 'Port Serrin'), placeText) }),
        fc.record({ 'near.lat': placeParameters.lat, 'near.lon': placeParameters.lon }),
      ),
      fc.record(
        {
          radius: placeParameters.radius,
          size: placeParameters.size,
          lang: placeParameters.lang,
          'boundary.country': placeParameters.countries,
        },
        { requiredKeys: [] },
      ),
    )
    .map(([query, near, others]) => ({ ...query, ...near, ...others })),
)
