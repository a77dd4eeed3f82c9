import fc from 'fast-check'
import { matrix } from '../../functions/routing/matrix/contract.ts'
import {
  fuzzOperation,
  location,
  onRoad,
  rarelyWrong,
  travel,
  travelOptions,
} from '../fixtures/fuzz.ts'

const side = fc.oneof(
  { weight: 20, arbitrary: fc.array(location, { minLength: 1, maxLength: 4 }) },
  { weight: 8, arbitrary: fc.array(onRoad, { minLength: 1, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(onRoad, { minLength: 1, maxLength: 50 }) },
  { weight: 1, arbitrary: fc.array(location, { maxLength: 55 }) },
)

fuzzOperation(
  matrix,
  fc.record(
    {
      sources: side,
      targets: side,
      travel,
      travel_options: rarelyWrong(travelOptions),
      format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
    },
    { requiredKeys: ['sources', 'targets'] },
  ),
)
