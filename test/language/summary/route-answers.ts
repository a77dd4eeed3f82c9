import fc from 'fast-check'
import {
  type Case,
  climb,
  differences,
  type Generated,
  head,
  meters,
  noTruth,
  place,
  placesAs,
  seconds,
  type Truth,
  travel,
} from './answer-parts.ts'

const terrain = fc.record({
  total_ascent_meters: climb,
  total_descent_meters: climb,
  difficulty: fc.constantFrom('flat', 'rolling', 'hilly', 'mountainous'),
})
const route = fc.record({
  distance_meters: meters,
  duration_seconds: seconds,
  flags: fc.record({ has_toll: fc.boolean(), has_highway: fc.boolean(), has_ferry: fc.boolean() }),
  terrain: fc.option(terrain),
  waypoints: fc.constant([]),
})
type Route = Generated<typeof route>

function truthOf(routes: readonly Route[]): Pick<Truth, 'distances' | 'heights' | 'seconds'> {
  return {
    distances: routes.map((route) => route.distance_meters),
    seconds: routes.map((route) => route.duration_seconds),
    heights: routes.flatMap(({ terrain }) =>
      terrain ? [terrain.total_ascent_meters, terrain.total_descent_meters] : [],
    ),
  }
}

export const routeAnswer: fc.Arbitrary<Case> = fc
  .tuple(
    head,
    fc.array(place, { minLength: 2, maxLength: 5 }),
    fc.array(route, { minLength: 1, maxLength: 4 }),
    travel,
  )
  .map(([head, found, [best, ...others], travel]) => {
    const truth = truthOf([best!, ...others])
    const seconds = [...truth.seconds, ...differences(truth.seconds, 60)]
    return {
      answered: {
        ...head,
        intent: 'route',
        parameters: {
          locations: found.map(({ position }) => position),
          travel,
          travel_options: { [travel]: { use_tolls: 0, use_highways: 1 } },
          alternates: others.length,
        },
        result: { route: best, ...(others.length > 0 && { alternates: others }) },
        places: placesAs('via', found),
      },
      truth: { ...noTruth, ...truth, seconds, counts: [others.length] },
    }
  })

export const tourAnswer: fc.Arbitrary<Case> = fc
  .tuple(head, fc.array(place, { minLength: 4, maxLength: 8 }), route, seconds, meters)
  .map(([head, found, route, saved, savedMeters]) => {
    const truth = truthOf([route])
    return {
      answered: {
        ...head,
        intent: 'optimize',
        parameters: { locations: found.map(({ position }) => position) },
        result: {
          route,
          optimized_order: found.map((_, i) => (i === 1 ? 2 : i === 2 ? 1 : i)),
          savings: { time_saved_seconds: saved, distance_saved_meters: savedMeters },
        },
        places: placesAs('stop', found),
      },
      truth: {
        ...noTruth,
        ...truth,
        distances: [...truth.distances, savedMeters],
        seconds: [...truth.seconds, saved],
      },
    }
  })

export const matrixAnswer: fc.Arbitrary<Case> = fc
  .tuple(
    head,
    fc.array(place, { minLength: 1, maxLength: 4 }),
    fc.array(place, { minLength: 1, maxLength: 4 }),
  )
  .chain(([head, rows, columns]) =>
    fc
      .array(fc.option(fc.record({ distance_meters: meters, duration_seconds: seconds })), {
        minLength: rows.length * columns.length,
        maxLength: rows.length * columns.length,
      })
      .map((cells) => {
        const known = cells.flatMap((cell) => (cell ? [cell] : []))
        return {
          answered: {
            ...head,
            intent: 'matrix' as const,
            parameters: { travel: 'auto' },
            result: {
              sources: rows.map(({ position }) => position),
              targets: columns.map(({ position }) => position),
              matrix: rows.map((_, i) => cells.slice(i * columns.length, (i + 1) * columns.length)),
            },
            places: [...placesAs('source', rows), ...placesAs('target', columns)],
          },
          truth: {
            ...noTruth,
            distances: known.map(({ distance_meters }) => distance_meters),
            seconds: known.map(({ duration_seconds }) => duration_seconds),
            counts: [cells.length - known.length],
          },
        }
      }),
  )
