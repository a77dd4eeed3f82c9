import fc from 'fast-check'
import { elevation } from '../../functions/routing/elevation/contract.ts'
import { encodePolyline } from '../../lib/geo/index.ts'
import { fuzzOperation, location, onRoad, rarelyWrong } from '../fixtures/fuzz.ts'

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

const shape = fc.oneof(
  { weight: 8, arbitrary: fc.array(onRoad, { minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.array(location, { maxLength: 4 }) },
  { weight: 2, arbitrary: fc.array(anywhere, { minLength: 1, maxLength: 6 }) },
  // Long ones, to the limit and beyond.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(onRoad, { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 500 }))
      .map(([line, times]) => Array(times).fill(line).flat()),
  },
)

const polyline = fc.oneof(
  { weight: 6, arbitrary: fc.array(onRoad, { minLength: 1, maxLength: 40 }).map(encodePolyline) },
  { weight: 2, arbitrary: fc.array(anywhere, { maxLength: 5 }).map(encodePolyline) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 21_000 }).map((count) => '??'.repeat(count)) },
)

const options = {
  range: rarelyWrong(fc.boolean()),
  resample_distance: rarelyWrong(
    fc.oneof(
      fc.double({ min: 1, max: 1000, noNaN: true }),
      fc.double({ min: 1, max: 5, noNaN: true }),
    ),
  ),
  height_precision: rarelyWrong(fc.integer({ min: 0, max: 2 })),
  format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
}

fuzzOperation(
  elevation,
  fc.oneof(
    { weight: 10, arbitrary: fc.record({ shape, ...options }, { requiredKeys: ['shape'] }) },
    {
      weight: 6,
      arbitrary: fc.record(
        { encoded_polyline: polyline, ...options },
        { requiredKeys: ['encoded_polyline'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({ shape, encoded_polyline: polyline, ...options }, { requiredKeys: [] }),
    },
  ),
)
