import fc from 'fast-check'
import { route } from '../../functions/routing/route/contract.ts'
import {
  fuzzOperation,
  location,
  onRoad,
  rarelyWrong,
  travel,
  travelOptions,
} from '../fixtures/fuzz.ts'

fuzzOperation(
  route,
  fc.record(
    {
      locations: fc.oneof(
        { weight: 10, arbitrary: fc.array(location, { minLength: 2, maxLength: 4 }) },
        { weight: 3, arbitrary: fc.array(onRoad, { minLength: 2, maxLength: 20 }) },
        { weight: 1, arbitrary: fc.array(location, { maxLength: 25 }) },
      ),
      travel,
      travel_options: rarelyWrong(travelOptions),
      units: rarelyWrong(fc.constantFrom('kilometers', 'miles')),
      language: rarelyWrong(fc.constantFrom('en-US', 'de', 'FR-fr', 'xx')),
      elevation_interval: rarelyWrong(fc.double({ min: 10, max: 200, noNaN: true })),
      alternates: rarelyWrong(fc.integer({ min: 0, max: 3 })),
      narrative: rarelyWrong(fc.boolean()),
      format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
    },
    { requiredKeys: ['locations'] },
  ),
)
