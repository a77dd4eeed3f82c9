import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import {
  decodePolyline,
  distanceMeters,
  type LatLon,
  measureGeodesics,
  resample,
} from '#ground/geo'
import { thresholdMeters } from '#ground/terrain'
import { ApiError } from '#platform/errors'
import { openStorage } from '#platform/storage'
import { type Engine, findRoute, openEngine } from '#routing/operations'
import { RouteRequest, RouteResponse } from '#routing/schemas'
import { heightMeters, truth } from '../../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../../../fixtures/andorra.ts'
import { cases, runs, withCampaigns } from '../../../../setup/suite.ts'

const start = { lat: 46.413945, lon: -28.435479 }
const town = truth.routable[0]!

const parse = (round_trip: object | undefined, more: object = {}) =>
  RouteRequest.safeParse({ locations: [start], round_trip, ...more })

async function ask(engine: Engine, body: Record<string, unknown>) {
  const warnings: string[] = []
  const request = RouteRequest.parse({ locations: [start], ...body })
  const answer = await findRoute(engine, request, { warn: (text) => warnings.push(text) })
  return { ...answer, warnings, line: decodePolyline(answer.route.legs[0]!.shape) }
}

describe('a request for a round trip', () => {
  test.each([
    ['two locations', { distance_meters: 5000 }, { locations: [start, start] }, 'locations'],
    ['one location alone', undefined, {}, 'locations'],
    ['no location', { distance_meters: 5000 }, { locations: [] }, 'locations'],
    ['a length under 500 m', { distance_meters: 499 }, {}, 'round_trip.distance_meters'],
    ['a length over 200 km', { distance_meters: 200_001 }, {}, 'round_trip.distance_meters'],
    ['no length', {}, {}, 'round_trip.distance_meters'],
    ['half a seed', { distance_meters: 5000, seed: 0.5 }, {}, 'round_trip.seed'],
    ['a heading over 360', { distance_meters: 5000, heading: 361 }, {}, 'round_trip.heading'],
  ])('is refused with %s', (_, round_trip, more, path) => {
    const { error } = parse(round_trip, more)
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  test('needs only a length and one location', () => {
    expect(parse({ distance_meters: 500 }).data?.round_trip).toEqual({
      distance_meters: 500,
      seed: 0,
    })
  })
})

describe('a round trip on the demo island', () => {
  let engine: Engine

  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  test('is one closed leg from the start, of the requested length, and is the same when repeated', async () => {
    const bodies = fc.record({
      locations: fc.constantFrom(...truth.routable).map((location) => [location]),
      travel: fc.constantFrom('pedestrian', 'bicycle', 'auto'),
      round_trip: fc.record(
        {
          distance_meters: fc.double({ min: 500, max: 60_000, noNaN: true }),
          seed: fc.nat(),
          heading: fc.double({ min: 0, max: 360, noNaN: true }),
        },
        { requiredKeys: ['distance_meters'] },
      ),
    })
    let found = 0
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const trip = await ask(engine, body).catch((error: ApiError) => error)
        if (trip instanceof ApiError) {
          expect(trip.code).toBe('no_route')
          return
        }
        found++
        const { route, line } = trip
        const { distance_meters } = body.round_trip
        expect(RouteResponse.strict().safeParse({ route }).error).toBe(undefined)
        expect(route.waypoints.map(({ original_index }) => original_index)).toEqual([0, 0])
        expect(route.waypoints[1]).toEqual(route.waypoints[0])
        expect(route.legs).toHaveLength(1)
        expect(line.at(-1)).toEqual(line[0])
        expect(Math.abs(route.distance_meters / distance_meters - 1)).toBeLessThan(0.51)
        const ends = route.legs[0]!.steps.filter(({ type }) => /^(start|destination)/.test(type))
        expect(ends).toEqual([route.legs[0]!.steps[0], route.legs[0]!.steps.at(-1)])
        expect((await ask(engine, body)).route).toEqual(route)
      }),
      { numRuns: runs(30) },
    )
    expect(found).toBeGreaterThan(runs(8))
  }, 120_000)

  const hilly = (from: LatLon) => ({
    locations: [from],
    travel: 'bicycle',
    round_trip: { distance_meters: 25_000 },
  })

  test.each(truth.routable.slice(0, cases({ quick: 3, full: 10 })))(
    'ascends and descends equally from $lat, $lon',
    async (from) => {
      const { route } = await ask(engine, hilly(from))
      const { total_ascent_meters, total_descent_meters } = route.terrain!
      expect(total_ascent_meters).toBeGreaterThan(50)
      expect(Math.abs(total_ascent_meters - total_descent_meters)).toBeLessThan(thresholdMeters)
    },
  )

  // Drawing the island for its true heights takes seconds; the quick suite does it for routes.
  test.runIf(withCampaigns).each(truth.routable.slice(0, 10))(
    'has the heights of the terrain all along from $lat, $lon',
    async (from) => {
      const { route, line } = await ask(engine, hilly(from))
      const { elevation_profile } = route.terrain!
      const meters = measureGeodesics(line)
      const spacing = (30 * meters.at(-1)!) / route.distance_meters
      const errors = resample(line, meters, spacing).positions.map(({ lat, lon }, i) =>
        Math.abs(elevation_profile[i]!.elevation_meters - heightMeters(lat, lon)),
      )
      expect(errors.length).toBeGreaterThan(400)
      expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.95)]).toBeLessThan(10)
    },
  )

  test('uses no road twice where the roads allow a loop', async () => {
    const { route, line, warnings } = await ask(engine, {
      locations: [town],
      travel: 'bicycle',
      round_trip: { distance_meters: 15_000 },
    })
    expect(Math.abs(route.distance_meters / 15_000 - 1)).toBeLessThan(0.05)
    const vertices = line.map(({ lat, lon }) => `${lat},${lon}`)
    expect(new Set(vertices).size).toBe(vertices.length - 1)
    expect(warnings).toEqual([])
  })

  test('goes out and back where there is only one road, with a warning', async () => {
    const { route, warnings } = await ask(engine, {
      locations: [truth.passRoad.summit],
      travel: 'pedestrian',
      round_trip: { distance_meters: 3000 },
    })
    expect(Math.abs(route.distance_meters / 3000 - 1)).toBeLessThan(0.05)
    expect(warnings).toEqual([expect.stringMatching(/^\d+ % of the round trip is used twice/)])
  })

  test('avoids an excluded location that the same trip would pass', async () => {
    const body = { locations: [town], travel: 'bicycle', round_trip: { distance_meters: 15_000 } }
    const { line } = await ask(engine, body)
    const closed = line[Math.floor(line.length / 2)]!
    const around = await ask(engine, { ...body, exclude_locations: [closed] })
    const nearest = Math.min(...around.line.map((position) => distanceMeters(position, closed)))
    expect(nearest).toBeGreaterThan(20)
  })

  test('has no alternates, with a warning', async () => {
    const { alternates, warnings } = await ask(engine, {
      locations: [town],
      alternates: 2,
      round_trip: { distance_meters: 15_000 },
    })
    expect(alternates).toBe(undefined)
    expect(warnings).toContain(
      'ignored alternates: they are found only between exactly 2 locations',
    )
  })

  test('reports the location when it is far from any road', async () => {
    const locations = [{ lat: 46.9, lon: -28.4 }]
    await expect(
      ask(engine, { locations, round_trip: { distance_meters: 5000 } }),
    ).rejects.toMatchObject({ code: 'location_not_routable', fields: { location_index: 0 } })
  })

  test('returns no_route when it is longer than all roads together', async () => {
    await expect(
      ask(engine, { travel: 'pedestrian', round_trip: { distance_meters: 200_000 } }),
    ).rejects.toMatchObject({ code: 'no_route', message: expect.stringContaining('200 km') })
  })
})

describeOnAndorra('a round trip in Andorra', () => {
  test('is within 10 % of 10 km on foot and repeats less than 15 %', async () => {
    const engine = await andorraEngine()
    const trips = await Promise.all(
      [0, 1, 2, 3, 4].map((seed) =>
        ask(engine, {
          locations: [places.andorraLaVella],
          travel: 'pedestrian',
          round_trip: { distance_meters: 10_000, seed },
        }),
      ),
    )
    for (const { route, warnings } of trips) {
      expect(Math.abs(route.distance_meters / 10_000 - 1)).toBeLessThan(0.1)
      expect(warnings).toEqual([])
    }
    expect(new Set(trips.map(({ route }) => route.legs[0]!.shape)).size).toBeGreaterThan(2)
  })

  test('lies on the side of its heading', async () => {
    const engine = await andorraEngine()
    for (const [heading, sign] of [
      [0, 1],
      [180, -1],
    ] as const) {
      const { line } = await ask(engine, {
        locations: [places.andorraLaVella],
        travel: 'pedestrian',
        round_trip: { distance_meters: 10_000, heading },
      })
      const north = line.reduce((sum, { lat }) => sum + lat - line[0]!.lat, 0) / line.length
      expect(sign * north).toBeGreaterThan(0)
    }
  })
})
