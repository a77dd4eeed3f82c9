import fc from 'fast-check'
import { compare } from '../../functions/routing/compare/contract.ts'
import {
  fuzzOperation,
  location,
  onRoad,
  rarelyWrong,
  travel,
  travelOptions,
} from '../fixtures/fuzz.ts'

const travelType = fc.constantFrom('auto', 'pedestrian', 'bicycle', 'bus', 'truck')

fuzzOperation(
  compare,
  fc.record(
    {
      locations: fc.oneof(
        { weight: 10, arbitrary: fc.array(location, { minLength: 2, maxLength: 4 }) },
        { weight: 3, arbitrary: fc.array(onRoad, { minLength: 2, maxLength: 20 }) },
        { weight: 1, arbitrary: fc.array(location, { maxLength: 25 }) },
      ),
      travel_modes: fc.oneof(
        { weight: 12, arbitrary: fc.uniqueArray(travelType, { minLength: 2, maxLength: 4 }) },
        { weight: 1, arbitrary: fc.array(travel, { maxLength: 6 }) },
        { weight: 1, arbitrary: fc.anything() },
      ),
      travel_options: rarelyWrong(travelOptions),
      language: rarelyWrong(fc.constantFrom('en-US', 'de', 'FR-fr', 'xx')),
      elevation_interval: rarelyWrong(fc.double({ min: 10, max: 200, noNaN: true })),
      format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
    },
    { requiredKeys: ['locations', 'travel_modes'] },
  ),
)
