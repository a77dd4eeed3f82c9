import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { distanceMeters, type LatLon } from '#ground/geo'
import { locateOnRoads } from '#routing/engine'
import {
  type Engine,
  type EngineLocateItem,
  findMatrix,
  findRoute,
  makeCosting,
} from '#routing/operations'
import { MatrixRequest, RouteRequest } from '#routing/schemas'
import { truth } from '../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra } from '../../fixtures/andorra.ts'
import { builtEngine } from '../../fixtures/engines.ts'
import { runs } from '../../setup/suite.ts'

const quiet = { warn: () => {} }
let engine: Engine

async function locateAt(at: LatLon, more: object = {}) {
  const query = { locations: [{ ...at, ...more }], costing: 'auto', verbose: true }
  const [item] = await engine.call<EngineLocateItem[]>('locate', query)
  return item!.edges ?? []
}

const { bounds } = truth
const anywhere = fc.record({
  lat: fc.double({ min: bounds.min_lat, max: bounds.max_lat, noNaN: true }),
  lon: fc.double({ min: bounds.min_lon, max: bounds.max_lon, noNaN: true }),
})

describe('a location on the demo region', () => {
  beforeAll(async () => {
    engine = await builtEngine('demo')
  })

  test('moves from a track to a road for motor travel, up to 100 m plus three times the distance', async () => {
    let [moved, stayed] = [0, 0]
    const costing = makeCosting('auto', {}, () => {})
    await fc.assert(
      fc.asyncProperty(anywhere, async (location) => {
        const [before] = await locateAt(location, { minimum_reachability: 0 })
        if (!before) return
        const [road] = await locateOnRoads(engine, [location], costing)
        if (before.edge!.classification.use !== 'track') {
          expect(road).toEqual(location)
          return
        }
        const isMoved = road!.lat !== location.lat || road!.lon !== location.lon
        if (!isMoved) {
          stayed++
          return
        }
        moved++
        // Where the road meets a track, the location is on both.
        const uses = (await locateAt(road!)).map(({ edge }) => edge!.classification.use)
        expect(uses.some((use) => use !== 'track')).toBe(true)
        expect(road).toMatchObject({ display_lat: location.lat, display_lon: location.lon })
        const limit = 100 + 3 * before.distance! + 2
        expect(distanceMeters(location, road!)).toBeLessThan(Math.min(2_020, 1.005 * limit))
      }),
      { numRuns: runs(600), examples: besideTracks().map((at) => [at]) },
    )
    expect(Math.min(moved, stayed)).toBeGreaterThan(runs(600) / 60)
  })

  test('stays in place on foot, by bicycle, and for a car that prefers tracks', async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, async (location) => {
        for (const [travel, request] of [
          ['pedestrian', {}],
          ['bicycle', {}],
          ['auto', { travel_options: { auto: { use_tracks: 1 } } }],
        ] as const) {
          const costing = makeCosting(travel, request, () => {})
          if (!engine.tiles.mayHaveRoadNear(location)) continue
          expect(await locateOnRoads(engine, [location], costing)).toEqual([location])
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('is the same for a route and for a matrix cell', async () => {
    const stop = truth.routable[0]!
    let moved = 0
    for (const location of besideTracks()) {
      const [road] = await locateOnRoads(
        engine,
        [location],
        makeCosting('auto', {}, () => {}),
      )
      if (road!.lat === location.lat) continue
      moved++
      const request = RouteRequest.parse({ locations: [location, stop] })
      const { route } = await findRoute(engine, request, quiet)
      const ends = MatrixRequest.parse({ sources: [location], targets: [stop] })
      const { matrix } = await findMatrix(engine, ends, quiet)
      expect(Math.abs(matrix[0]![0]!.distance_meters - route.distance_meters)).toBeLessThan(2)
      const snapped = route.waypoints[0]!.snapped_distance_meters
      expect(Math.abs(snapped - distanceMeters(location, road!))).toBeLessThan(2)
    }
    expect(moved).toBeGreaterThan(0)
  })

  test('is reported with the bounds outside the region, and as swapped if swapping puts it inside', async () => {
    const { lat, lon } = truth.routable[0]!
    const costing = makeCosting('auto', {}, () => {})
    await expect(locateOnRoads(engine, [{ lat: 10, lon: 10 }], costing)).rejects.toMatchObject({
      code: 'location_not_routable',
      fields: { location_index: 0 },
      message: expect.stringMatching(
        /outside the region \(latitude 46\.\d+ to 46\.\d+, longitude -28\.\d+ to -28\.\d+\)\.$/,
      ),
    })
    await expect(
      locateOnRoads(
        engine,
        [
          { lat, lon },
          { lat: lon, lon: lat },
        ],
        costing,
      ),
    ).rejects.toMatchObject({
      fields: { location_index: 1 },
      message: expect.stringMatching(/with latitude and longitude swapped it would lie inside\.$/),
    })
  })

  test('is reported with its leg when no route leaves it', async () => {
    const islet = truth.villages.toSorted((a, b) => a.lat - b.lat)[0]!
    const [a, b] = truth.routable as readonly LatLon[]
    const request = RouteRequest.parse({
      locations: [a, b, { lat: islet.lat, lon: islet.lon }, a],
      travel_options: { auto: { exclude_ferries: true } },
    })
    await expect(findRoute(engine, request, quiet)).rejects.toMatchObject({
      code: 'no_route',
      fields: { location_indices: [1, 2] },
      message: 'No route exists from location 1 to location 2 for auto.',
    })
  })
})

/** Lists points in a grid over the island; some lie 30 to 300 m from the demo's tracks. */
function besideTracks(): LatLon[] {
  const points: LatLon[] = []
  for (let i = 0; i < 12; i++) {
    for (let j = 0; j < 12; j++) {
      points.push({
        lat: bounds.min_lat + ((bounds.max_lat - bounds.min_lat) * (i + 0.5)) / 12,
        lon: bounds.min_lon + ((bounds.max_lon - bounds.min_lon) * (j + 0.5)) / 12,
      })
    }
  }
  return points
}

describeOnAndorra('random car journeys in Andorra', () => {
  test('take at most four fifths of the time of the same journeys from the nearest track', async () => {
    engine = await andorraEngine()
    let [ours, engines] = [0, 0]
    const random = fc.sample(
      fc.record({
        lat: fc.double({ min: 42.43, max: 42.65, noNaN: true }),
        lon: fc.double({ min: 1.42, max: 1.77, noNaN: true }),
      }),
      { numRuns: 200, seed: 5 },
    )
    for (let i = 0; i + 1 < random.length; i += 2) {
      const locations = random.slice(i, i + 2)
      const route = await findRoute(engine, RouteRequest.parse({ locations }), quiet).catch(
        () => {},
      )
      const bare = await engine.route({ locations, costing: 'auto' }).catch(() => {})
      if (!route || !bare) continue
      ours += route.route.duration_seconds
      engines += bare.trip.summary.time
    }
    expect(ours).toBeLessThan(0.8 * engines)
  })
})
