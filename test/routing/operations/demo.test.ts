import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { decodePolyline, distanceMeters, type LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, findRoute, openEngine } from '#routing/operations'
import { RouteRequest } from '#routing/schemas'
import { heightMeters, truth } from '../../../demo-island/index.ts'

let engine: Engine

beforeAll(async () => {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
})

async function routeOf(from: LatLon, to: LatLon, more: Record<string, unknown> = {}) {
  const request = RouteRequest.parse({ locations: [from, to], ...more })
  const { route } = await findRoute(engine, request, { warn: () => {} })
  return { ...route, terrain: route.terrain! }
}

const shapeOf = (route: { legs: { shape: string }[] }) =>
  route.legs.flatMap((leg) => decodePolyline(leg.shape))

const lengthOf = (line: LatLon[]) =>
  line.slice(1).reduce((sum, point, i) => sum + distanceMeters(line[i]!, point), 0)

/** Yields points every `spacing` metres along a line, as in the elevation profile. */
function* along(line: LatLon[], spacing: number): Generator<LatLon> {
  let walked = 0
  let next = 0
  for (const [i, to] of line.slice(1).entries()) {
    const from = line[i]!
    const length = distanceMeters(from, to)
    for (; next <= walked + length && length > 0; next += spacing) {
      const share = (next - walked) / length
      yield {
        lat: from.lat + (to.lat - from.lat) * share,
        lon: from.lon + (to.lon - from.lon) * share,
      }
    }
    walked += length
  }
}

describe('routes agree with the known facts of the demo island', () => {
  test.each([
    ['the lake-side road', 'flat', truth.lakesideRoad],
    ['the pass road', 'mountainous', truth.passRoad],
  ] as const)(
    '%s has the length of its line, the heights of the terrain and the difficulty %s',
    async (_, difficulty, road) => {
      const route = await routeOf(road.from, road.to)
      const line = shapeOf(route)
      expect(route.terrain.difficulty).toBe(difficulty)
      expect(route.distance_meters / lengthOf(line)).toBeCloseTo(1, 2)
      const profile = route.terrain.elevation_profile
      const errors = [...along(line, 30)].flatMap(({ lat, lon }, i) =>
        profile[i] ? [Math.abs(profile[i].elevation_meters - heightMeters(lat, lon))] : [],
      )
      expect(errors.length).toBeGreaterThan(50)
      // The engine keeps whole metres of a 30 m grid; on switchbacks, 30 m aside can be 5 m up.
      expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.95)]).toBeLessThan(6)
    },
  )

  test('the pass road climbs to its summit; the opposite direction swaps ascent and descent', async () => {
    const { from, summit, to } = truth.passRoad
    const there = await routeOf(from, to)
    const back = await routeOf(to, from)
    const top = heightMeters(summit.lat, summit.lon)
    expect(there.terrain.total_ascent_meters).toBeGreaterThan(
      0.97 * (top - heightMeters(from.lat, from.lon)),
    )
    expect(Math.abs(there.terrain.max_elevation_meters - top)).toBeLessThan(6)
    const difference = (a: number, b: number) => Math.abs(a - b)
    expect(
      difference(there.terrain.total_ascent_meters, back.terrain.total_descent_meters),
    ).toBeLessThan(5)
    expect(
      difference(there.terrain.total_descent_meters, back.terrain.total_ascent_meters),
    ).toBeLessThan(5)
  })

  test('the tunnel does not climb the mountain above it', async () => {
    const { south, north } = truth.tunnel
    const { terrain } = await routeOf(south, north)
    const portals = [south, north].map(({ lat, lon }) => heightMeters(lat, lon))
    expect(terrain.max_elevation_meters).toBeLessThan(Math.max(...portals) + 6)
    expect(terrain.total_ascent_meters + terrain.total_descent_meters).toBeLessThan(
      Math.abs(portals[0]! - portals[1]!) + 12,
    )
  })

  test('pedestrians and bicycles avoid the tunnel and go over the pass', async () => {
    const { south, north } = truth.tunnel
    const byCar = await routeOf(south, north)
    for (const travel of ['pedestrian', 'bicycle']) {
      const { distance_meters, terrain } = await routeOf(south, north, { travel })
      expect(distance_meters).toBeGreaterThan(2 * byCar.distance_meters)
      expect(terrain.total_ascent_meters).toBeGreaterThan(100)
    }
  })

  test('the bridge does not descend into the gorge', async () => {
    const { west, east } = truth.bridge
    const { terrain } = await routeOf(west, east)
    const ends = [west, east].map(({ lat, lon }) => heightMeters(lat, lon))
    const middle = heightMeters((west.lat + east.lat) / 2, (west.lon + east.lon) / 2)
    expect(middle).toBeLessThan(Math.min(...ends) - 20)
    expect(terrain.min_elevation_meters).toBeGreaterThan(Math.min(...ends) - 6)
  })

  test('the motorway costs a toll and the coast road does not', async () => {
    const { from, to } = truth.tollRoad
    const toll = await routeOf(from, to)
    const free = await routeOf(from, to, { travel_options: { auto: { use_tolls: 0 } } })
    expect(toll.flags).toMatchObject({ has_toll: true, has_highway: true })
    expect(free.flags.has_toll).toBe(false)
    expect(free.duration_seconds).toBeGreaterThan(toll.duration_seconds)
  })

  test('the islet is reached by ferry, without ascent', async () => {
    const { from, to, minutes } = truth.ferry
    const route = await routeOf(from, to)
    expect(route.flags.has_ferry).toBe(true)
    expect(route.duration_seconds).toBeGreaterThan(minutes * 60 * 0.9)
    expect(route.legs[0]!.steps.some(({ flags }) => flags.ferry)).toBe(true)
    expect(route.terrain.total_ascent_meters).toBeLessThan(10)
  })

  test('a high truck avoids the low passage, a heavy truck the bridge', async () => {
    const car = await routeOf(truth.lowPassage.from, truth.lowPassage.to)
    const truck = (height: number) =>
      routeOf(truth.lowPassage.from, truth.lowPassage.to, {
        travel: 'truck',
        travel_options: { truck: { height } },
      })
    const limit = truth.lowPassage.maxHeightMeters
    expect((await truck(limit - 0.1)).distance_meters).toBe(car.distance_meters)
    expect((await truck(limit + 0.1)).distance_meters).toBeGreaterThan(1.5 * car.distance_meters)

    const weighing = (weight: number) =>
      routeOf(truth.bridge.from, truth.bridge.to, {
        travel: 'truck',
        travel_options: { truck: { weight } },
      })
    const limitTonnes = truth.bridge.maxWeightTonnes
    expect((await weighing(limitTonnes + 1)).distance_meters).toBeGreaterThan(
      1.5 * (await weighing(limitTonnes - 1)).distance_meters,
    )
  })

  test('a forbidden left turn is avoided; the opposite right turn is taken', async () => {
    const { from, via, to } = truth.noLeftTurn
    const passes = (route: { legs: { shape: string }[] }) =>
      shapeOf(route).some((point) => distanceMeters(point, via) < 2)
    // Both stops are next to the crossing, where going straight through is by far the shortest.
    const near = (point: LatLon) => ({
      lat: via.lat + (point.lat - via.lat) * 0.15,
      lon: via.lon + (point.lon - via.lon) * 0.15,
    })
    const car = await routeOf(near(from), near(to))
    expect(car.distance_meters).toBeGreaterThan(150)
    const back = await routeOf(near(to), near(from))
    expect(passes(back)).toBe(true)
    expect(back.distance_meters).toBeLessThan(60)
  })

  test('the step into the roundabout has an exit number', async () => {
    const { from, to } = truth.roundabout
    const { legs } = await routeOf(from, to)
    const enter = legs[0]!.steps.find(({ type }) => type === 'roundabout_enter')
    expect(enter?.roundabout_exit_count).toBeGreaterThan(0)
    expect(enter?.roundabout_exit_count).toBeLessThanOrEqual(truth.roundabout.exits)
  })
})

describe('a sample road from the tiles', () => {
  test('can be driven from end to end', async () => {
    const [from, to] = (await engine.tiles.someRoad())!
    expect(distanceMeters(from, to)).toBeGreaterThan(1)
    const { legs } = await routeOf(from, to)
    const line = decodePolyline(legs[0]!.shape)
    expect(distanceMeters(line[0]!, from)).toBeLessThan(1)
    expect(distanceMeters(line.at(-1)!, to)).toBeLessThan(1)
  })
})
