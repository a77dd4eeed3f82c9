import fc from 'fast-check'
import { locate } from '../../functions/routing/locate/contract.ts'
import {
  fuzzOperation,
  location,
  onRoad,
  rarelyWrong,
  travel,
  travelOptions,
} from '../fixtures/fuzz.ts'

fuzzOperation(
  locate,
  fc.record(
    {
      locations: fc.oneof(
        { weight: 10, arbitrary: fc.array(location, { minLength: 1, maxLength: 4 }) },
        { weight: 3, arbitrary: fc.array(onRoad, { minLength: 1, maxLength: 100 }) },
        { weight: 1, arbitrary: fc.array(location, { maxLength: 105 }) },
      ),
      travel,
      travel_options: rarelyWrong(travelOptions),
      verbose: rarelyWrong(fc.boolean()),
      format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
    },
    { requiredKeys: ['locations'] },
  ),
)
