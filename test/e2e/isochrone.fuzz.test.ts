import fc from 'fast-check'
import { isochrone } from '../../functions/routing/isochrone/contract.ts'
import {
  fuzzOperation,
  location,
  placeText,
  rarelyWrong,
  travel,
  travelOptions,
} from '../fixtures/fuzz.ts'

const contour = fc.oneof(
  { weight: 10, arbitrary: fc.record({ time: fc.double({ min: 1, max: 120, noNaN: true }) }) },
  {
    weight: 10,
    arbitrary: fc.record({ distance: fc.double({ min: 0.1, max: 100, noNaN: true }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      time: fc.oneof(fc.double(), fc.anything()),
      color: fc.constantFrom('ff0000', 'abc', '#fff', 'red'),
    }),
  },
)

const start = fc.oneof(
  { weight: 20, arbitrary: fc.record({ locations: fc.tuple(location) }) },
  { weight: 4, arbitrary: fc.record({ from: placeText }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { locations: fc.array(location, { maxLength: 3 }), from: fc.anything() },
      { requiredKeys: [] },
    ),
  },
)

const others = fc.record(
  {
    contours: rarelyWrong(fc.array(contour, { minLength: 1, maxLength: 4 })),
    travel,
    travel_options: rarelyWrong(travelOptions),
    denoise: rarelyWrong(fc.double({ min: 0, max: 1, noNaN: true })),
    generalize: rarelyWrong(fc.double({ min: 0, max: 1_000, noNaN: true })),
    include_places: rarelyWrong(fc.boolean()),
    format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
  },
  { requiredKeys: ['contours'] },
)

fuzzOperation(
  isochrone,
  fc.tuple(start, others).map(([from, rest]) => ({ ...from, ...rest })),
)
