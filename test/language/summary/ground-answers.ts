import fc from 'fast-check'
import {
  type Case,
  climb,
  differences,
  head,
  height,
  meters,
  name,
  noTruth,
  place,
  placesAs,
  travel,
} from './answer-parts.ts'

export const reachAnswer: fc.Arbitrary<Case> = fc
  .tuple(
    head,
    place,
    travel,
    fc.array(
      fc.record({
        metric: fc.constantFrom('time', 'distance'),
        value: fc.integer({ min: 1, max: 100 }),
        side: fc.double({ min: 0.0005, max: 0.5, noNaN: true }),
        names: fc.array(name, { maxLength: 8 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([head, found, travel, contours]) => ({
    answered: {
      ...head,
      intent: 'isochrone',
      parameters: { locations: [found.position] },
      result: {
        origin: found.position,
        travel,
        contours: contours.map(({ metric, value, side, names }) => ({
          metric,
          value,
          geometry: { type: 'Polygon', coordinates: [boxAtEquator(side)] },
          reachable_places: names.map((name) => ({ name })),
        })),
      },
      places: placesAs('centre', [found]),
    },
    truth: {
      ...noTruth,
      areas: contours.map(({ side }) => boxSquareMeters(side)),
      askedMinutes: contours.flatMap(({ metric, value }) => (metric === 'time' ? [value] : [])),
      askedMeters: contours.flatMap(({ metric, value }) =>
        metric === 'distance' ? [value * 1000] : [],
      ),
    },
  }))

export const heightsAnswer: fc.Arbitrary<Case> = fc
  .tuple(
    head,
    fc.array(fc.tuple(place, fc.option(height)), { minLength: 1, maxLength: 14 }),
    fc.boolean(),
    meters,
    climb,
  )
  .map(([head, found, isProfile, length, up]) => {
    const heights = found.flatMap(([, height]) => (height === null ? [] : [height]))
    const shape = found.map(([{ position }]) => position)
    const unit = head.units === 'miles' ? 0.3048 : 1
    const [max, min] =
      heights.length > 0 ? [Math.max(...heights), Math.min(...heights)] : [null, null]
    const summary = {
      max_elevation_meters: max,
      min_elevation_meters: min,
      total_ascent_meters: up,
      total_descent_meters: up / 2,
    }
    const given = found.map(([, height]) => height)
    return {
      answered: {
        ...head,
        intent: 'elevation',
        parameters: { shape, range: isProfile },
        result: isProfile
          ? { shape, range_height: given.map((height) => [length, height]), summary }
          : { shape, height: given, summary },
        places: placesAs(
          'name',
          found.map(([place]) => place),
        ),
      },
      truth: {
        ...noTruth,
        heights: [...heights, ...differences(heights, unit), up, up / 2],
        distances: [length],
        counts: [found.length, found.length - heights.length],
      },
    }
  })

/** A box of degrees, its south side on the equator. */
function boxAtEquator(side: number): [number, number][] {
  return [
    [10, 0],
    [10 + side, 0],
    [10 + side, side],
    [10, side],
    [10, 0],
  ]
}

/** By slices of latitude, independent of projections. */
function boxSquareMeters(side: number): number {
  const slices = 200
  let sum = 0
  for (let i = 0; i < slices; i++) {
    const phi = ((((i + 0.5) / slices) * side) / 180) * Math.PI
    const e2 = 0.00669437999014
    const w = 1 - e2 * Math.sin(phi) ** 2
    const radians = (Math.PI / 180) * side
    sum += ((6378137 ** 2 * (1 - e2) * Math.cos(phi)) / w ** 2) * radians * (radians / slices)
  }
  return sum
}
