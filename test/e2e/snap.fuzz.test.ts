import fc from 'fast-check'
import { snap } from '../../functions/routing/snap/contract.ts'
import { encodePolyline, type LatLon } from '../../lib/geo/index.ts'
import { truth } from '../../region/demo/index.ts'
import {
  fuzzOperation,
  location,
  onRoad,
  rarelyWrong,
  travel,
  travelOptions,
} from '../fixtures/fuzz.ts'

/** Steps of up to 100 m from a road, as a receiver with a bad view of the sky gives them. */
const wander = fc
  .tuple(
    fc.constantFrom(...truth.routable),
    fc.array(
      fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 0, max: 9 })),
      {
        minLength: 2,
        maxLength: 60,
      },
    ),
    fc.boolean(),
  )
  .map(([start, steps, timed]) => {
    let { lat, lon } = start
    let time = 0
    return steps.map(([step, seconds], i) => {
      lat += i % 2 ? step / 1_000 : 0
      lon += i % 2 ? 0 : step / 1_000
      time += seconds
      return timed ? { lat, lon, time } : { lat, lon }
    })
  })

const trace = fc.oneof(
  { weight: 10, arbitrary: wander },
  { weight: 3, arbitrary: fc.array(onRoad, { minLength: 2, maxLength: 30 }) },
  { weight: 2, arbitrary: fc.array(location, { maxLength: 10 }) },
)

const options = {
  travel,
  travel_options: rarelyWrong(travelOptions),
  gps_accuracy: rarelyWrong(fc.double({ min: 1, max: 100, noNaN: true })),
  search_radius: rarelyWrong(fc.double({ min: 1, max: 100, noNaN: true })),
  elevation_interval: rarelyWrong(fc.double({ min: 10, max: 200, noNaN: true })),
  format: rarelyWrong(fc.constantFrom('footstep', 'geojson')),
}

fuzzOperation(
  snap,
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ shape: trace, ...options }, { requiredKeys: ['shape'] }) },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          encoded_polyline: fc.oneof(
            { weight: 5, arbitrary: wander.map((points: LatLon[]) => encodePolyline(points)) },
            { weight: 1, arbitrary: fc.string() },
          ),
          ...options,
        },
        { requiredKeys: ['encoded_polyline'] },
      ),
    },
  ),
)
