import fc from 'fast-check'
import { optimize } from '../../functions/routing/optimize/contract.ts'
import { fuzzOperation, location, onRoad, rarelyWrong, travelOptions } from '../fixtures/fuzz.ts'

fuzzOperation(
  optimize,
  fc.record(
    {
      locations: fc.oneof(
        { weight: 8, arbitrary: fc.array(onRoad, { minLength: 4, maxLength: 8 }) },
        { weight: 4, arbitrary: fc.array(location, { minLength: 4, maxLength: 7 }) },
        { weight: 1, arbitrary: fc.array(onRoad, { minLength: 4, maxLength: 50 }) },
        { weight: 1, arbitrary: fc.array(location, { maxLength: 60 }) },
      ),
      travel: rarelyWrong(fc.constantFrom('auto', 'bicycle', 'pedestrian')),
      travel_options: rarelyWrong(travelOptions),
      units: rarelyWrong(fc.constantFrom('kilometers', 'miles')),
      language: rarelyWrong(fc.constantFrom('en-US', 'de', 'FR-fr', 'xx')),
      elevation_interval: rarelyWrong(fc.double({ min: 10, max: 200, noNaN: true })),
      narrative: rarelyWrong(fc.boolean()),
      format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
    },
    { requiredKeys: ['locations'] },
  ),
)
