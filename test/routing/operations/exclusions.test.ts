import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePolyline, type LatLon, PointInRings } from '#ground/geo'
import { ApiError } from '#platform/errors'
import {
  compareModes,
  type Engine,
  findIsochrone,
  findMatrix,
  findRoute,
  locate,
  optimizeStops,
  snapTrace,
} from '#routing/operations'
import {
  CompareRequest,
  IsochroneRequest,
  LocateRequest,
  MatrixRequest,
  OptimizeRequest,
  RouteRequest,
  SnapRequest,
  travelTypes,
} from '#routing/schemas'
import { truth } from '../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../fixtures/andorra.ts'
import { builtEngine } from '../../fixtures/engines.ts'
import { runs } from '../../setup/suite.ts'

type Ring = [lon: number, lat: number][]
interface Polygon {
  type: 'Polygon'
  coordinates: Ring[]
}

const quiet = { warn: () => {} }

function square({ lat, lon }: LatLon, halfDegrees: number): Ring {
  const [west, east] = [lon - halfDegrees, lon + halfDegrees]
  const [south, north] = [lat - halfDegrees, lat + halfDegrees]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

const polygonOf = (...coordinates: Ring[]): Polygon => ({ type: 'Polygon', coordinates })

function isInside({ coordinates }: Polygon, { lat, lon }: LatLon): boolean {
  return new PointInRings(coordinates.map((ring) => ring.flat())).has(lon, lat)
}

/** Yields the vertices of a line and nine points between each two. */
function* pointsOf(encoded: string): Generator<LatLon> {
  const line = decodePolyline(encoded)
  for (const [i, to] of line.entries()) {
    const from = line[Math.max(0, i - 1)]!
    for (let k = 1; k <= 10; k++) {
      const share = k / 10
      yield {
        lat: from.lat + (to.lat - from.lat) * share,
        lon: from.lon + (to.lon - from.lon) * share,
      }
    }
  }
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return await work.then(
    () => undefined,
    (error) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )
}

describe('exclusions on the demo region', () => {
  let engine: Engine
  const stops = truth.routable as readonly LatLon[]
  const stop = fc.constantFrom(...stops)
  const travel = fc.constantFrom(...travelTypes)
  const near = (from: LatLon) =>
    fc
      .tuple(
        fc.double({ min: -0.05, max: 0.05, noNaN: true }),
        fc.double({ min: -0.05, max: 0.05, noNaN: true }),
      )
      .map(([north, east]) => ({ lat: from.lat + north, lon: from.lon + east }))
  const polygon = stop
    .chain(near)
    .chain((center) =>
      fc
        .tuple(fc.double({ min: 0.002, max: 0.08, noNaN: true }), fc.boolean())
        .map(([size, hollow]) =>
          hollow
            ? polygonOf(square(center, size), square(center, size * 0.8))
            : polygonOf(square(center, size)),
        ),
    )

  beforeAll(async () => {
    engine = await builtEngine('demo')
  })

  test('keep routes out of an excluded polygon, with or without a hole', async () => {
    let [found, refused] = [0, 0]
    await fc.assert(
      fc.asyncProperty(stop, stop, travel, polygon, async (from, to, by, excluded) => {
        const request = RouteRequest.parse({
          locations: [from, to],
          travel: by,
          exclude_polygons: [excluded],
        })
        const work = findRoute(engine, request, quiet)
        const code = await codeOf(work)
        if (code !== undefined) {
          refused++
          const isClosedIn = isInside(excluded, from) || isInside(excluded, to)
          expect(code).toBe(isClosedIn ? 'location_not_routable' : 'no_route')
          return
        }
        found++
        const { legs } = (await work).route
        const inside = [...pointsOf(legs[0]!.shape)].filter((point) => isInside(excluded, point))
        expect(inside).toEqual([])
      }),
      { numRuns: runs(200) },
    )
    expect(Math.min(found, refused)).toBeGreaterThan(runs(200) / 20)
  })

  test('report a location inside an excluded polygon, in every operation', async () => {
    const excluded = polygonOf(square(stops[1]!, 0.002))
    const locations = stops.slice(0, 5)
    const body = { locations, exclude_polygons: [excluded] }
    const named = { code: 'location_not_routable', fields: { location_index: 1 } }
    await expect(findRoute(engine, RouteRequest.parse(body), quiet)).rejects.toMatchObject({
      ...named,
      message: 'Location 1 lies inside exclude_polygons.0.',
    })
    await expect(optimizeStops(engine, OptimizeRequest.parse(body), quiet)).rejects.toMatchObject(
      named,
    )
    const modes = CompareRequest.parse({ ...body, travel_modes: ['auto', 'bicycle'] })
    await expect(compareModes(engine, modes, quiet)).rejects.toMatchObject(named)
    const around = { ...body, locations: [stops[1]], contours: [{ time: 10 }] }
    await expect(
      findIsochrone(engine, IsochroneRequest.parse(around), quiet),
    ).rejects.toMatchObject({ code: 'location_not_routable', fields: { location_index: 0 } })
  })

  test('leave matrix cells null for sources and targets inside a polygon, with a warning', async () => {
    const warnings: string[] = []
    const request = MatrixRequest.parse({
      sources: stops.slice(0, 3),
      targets: stops.slice(1, 3),
      exclude_polygons: [polygonOf(square(stops[1]!, 0.002))],
    })
    const { matrix } = await findMatrix(engine, request, { warn: (text) => warnings.push(text) })
    expect(matrix.map((row) => row.map((cell) => cell !== null))).toEqual([
      [false, true],
      [false, false],
      [false, true],
    ])
    expect(warnings).toEqual([
      'null cells: sources and targets inside exclude_polygons cannot be reached',
    ])
  })

  test('keep matrix cells within 7 % of the route with the same exclusions, most of them within 1 s', async () => {
    const ends = stops.slice(0, 6)
    const exclude_locations = [middleOf(await routeFrom(stops[0]!, stops[2]!))]
    const request = MatrixRequest.parse({ sources: ends, targets: ends, exclude_locations })
    const { matrix } = await findMatrix(engine, request, quiet)
    let same = 0
    for (const [i, from] of ends.entries()) {
      for (const [j, to] of ends.entries()) {
        const { duration_seconds } = await routeFrom(from, to, { exclude_locations })
        const seconds = Math.abs(matrix[i]![j]!.duration_seconds - duration_seconds)
        expect(seconds).toBeLessThanOrEqual(Math.max(1, 0.07 * duration_seconds))
        if (seconds <= 1) same++
      }
    }
    expect(same).toBeGreaterThanOrEqual(0.8 * ends.length ** 2)
  })

  test('end an isochrone at an excluded polygon', async () => {
    const body = {
      locations: [stops[0]],
      travel: 'auto',
      contours: [{ time: 30 }],
      include_places: false,
    }
    const ring = square(stops[0]!, 0.02)
    const reach = async (more: object) => {
      const answer = await findIsochrone(
        engine,
        IsochroneRequest.parse({ ...body, ...more }),
        quiet,
      )
      const { coordinates } = answer.contours[0]!.geometry
      return Math.max(...(coordinates.flat(3) as number[]).filter((_, i) => i % 2 === 1))
    }
    const hollow = polygonOf(ring, square(stops[0]!, 0.018))
    expect(await reach({ exclude_polygons: [hollow] })).toBeLessThan((await reach({})) - 0.01)
  })

  test('keep located points out of an excluded polygon and off the road of an excluded location', async () => {
    await fc.assert(
      fc.asyncProperty(stop.chain(near), travel, polygon, async (location, by, excluded) => {
        const request = LocateRequest.parse({
          locations: [location],
          travel: by,
          exclude_polygons: [excluded],
        })
        const [item] = (await locate(engine, request, quiet)).locations
        if (item!.snapped) expect(isInside(excluded, item!.snapped)).toBe(false)
      }),
      { numRuns: runs(100) },
    )
    const [open] = (await locateAt(stops[0]!, {})).locations
    const [next] = (await locateAt(stops[0]!, { exclude_locations: [stops[0]] })).locations
    expect(next!.distance_meters).toBeGreaterThan(open!.distance_meters!)
  })

  test('leave points of a trace in an excluded polygon unmatched, and keep the way out of it', async () => {
    const { legs } = await routeFrom(stops[0]!, stops[2]!)
    const shape = decodePolyline(legs[0]!.shape)
    const excluded = polygonOf(square(shape[shape.length >> 1]!, 0.004))
    const request = SnapRequest.parse({ shape, exclude_polygons: [excluded] })
    const { matched_points, snapped_shape } = await snapTrace(engine, request, quiet)
    const unmatched = matched_points.filter(({ type }) => type === 'unmatched')
    expect(unmatched.length).toBeGreaterThan(0)
    for (const point of matched_points) {
      if (isInside(excluded, point)) expect(point.type).toBe('unmatched')
    }
    expect(matched_points.length).toBe(shape.length)
    expect(decodePolyline(snapped_shape).filter((point) => isInside(excluded, point))).toEqual([])
  })

  const routeFrom = async (from: LatLon, to: LatLon, more: object = {}) => {
    const request = RouteRequest.parse({ locations: [from, to], ...more })
    return (await findRoute(engine, request, quiet)).route
  }
  const locateAt = (location: LatLon, more: object) =>
    locate(engine, LocateRequest.parse({ locations: [location], ...more }), quiet)
  const middleOf = ({ legs }: { legs: { shape: string }[] }) => {
    const line = decodePolyline(legs[0]!.shape)
    return line[line.length >> 1]!
  }
})

describeOnAndorra('excluding in Andorra', () => {
  test('leaves the main road where it is closed and takes 22.8 km instead of 8.3', async () => {
    const engine = await andorraEngine()
    const locations = [places.andorraLaVella, { lat: 42.543, lon: 1.597 }]
    const ask = async (more: object) =>
      (await findRoute(engine, RouteRequest.parse({ locations, ...more }), quiet)).route
    const closed = { lat: 42.525115, lon: 1.564514 }
    expect((await ask({})).distance_meters).toBeLessThan(9_000)
    for (const more of [
      { exclude_locations: [closed] },
      { exclude_polygons: [polygonOf(square(closed, 0.001))] },
    ]) {
      expect((await ask(more)).distance_meters).toBeGreaterThan(20_000)
    }
  })
})
