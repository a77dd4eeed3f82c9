import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { openStorage } from '#platform/storage'
import {
  type Engine,
  type EngineAction,
  type EngineQuery,
  findRoute,
  openEngine,
  optimizedToGeojson,
  optimizeStops,
} from '#routing/operations'
import {
  OptimizeFeatureCollection,
  OptimizeRequest,
  OptimizeResponse,
  RouteRequest,
} from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra } from '../../../fixtures/andorra.ts'
import { seeded } from '../../../fixtures/random.ts'
import { plainTiles } from '../../../fixtures/tiles.ts'
import { northward, tripOf } from '../route/trips.ts'

let demo: Engine

beforeAll(async () => {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  demo = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
})

async function ask(engine: Engine, body: Record<string, unknown>) {
  const warnings: string[] = []
  const answer = await optimizeStops(engine, OptimizeRequest.parse(body), {
    warn: (text) => warnings.push(text),
  })
  return { ...answer, warnings }
}

const caught = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('nothing was thrown'),
    (error: ApiError) => error,
  )

async function totalsOf(engine: Engine, locations: readonly LatLon[], travel = 'auto') {
  const request = RouteRequest.parse({ locations, travel })
  const { route } = await findRoute(engine, request, { warn: () => {} })
  return route
}

const stops = truth.routable.slice(0, 12)

describe('optimising stops on the demo region', () => {
  test.each(['auto', 'bicycle', 'pedestrian'])(
    'returns by %s the exact route of its order, and saves the difference of the routes',
    async (travel) => {
      const { route, optimized_order, savings, warnings } = await ask(demo, {
        locations: stops,
        travel,
      })
      const visited = optimized_order.map((index) => stops[index]!)
      const [before, after] = [
        await totalsOf(demo, stops, travel),
        await totalsOf(demo, visited, travel),
      ]
      expect(optimized_order.toSorted((a, b) => a - b)).toEqual([...stops.keys()])
      expect([optimized_order[0], optimized_order.at(-1)]).toEqual([0, stops.length - 1])
      expect(route.waypoints.map(({ original_index }) => original_index)).toEqual(optimized_order)
      expect(route.waypoints.map(({ lat }) => lat)).toEqual(
        visited.map(({ lat }) => Math.round(lat * 1e6) / 1e6),
      )
      expect({ ...route, waypoints: [] }).toEqual({ ...after, waypoints: [] })
      const saved = before.duration_seconds - after.duration_seconds
      expect(saved).toBeGreaterThan(0)
      expect(savings).toMatchObject({
        time_saved_seconds: saved,
        time_saved_percent: Math.round((saved / before.duration_seconds) * 1000) / 10,
        distance_saved_meters: expect.closeTo(before.distance_meters - after.distance_meters, 1),
      })
      expect(warnings).toEqual([])
    },
  )

  test('keeps an order that is already the best, with savings of 0', async () => {
    const { optimized_order } = await ask(demo, { locations: stops })
    const visited = optimized_order.map((index) => stops[index]!)
    const again = await ask(demo, { locations: visited })
    expect(again.optimized_order).toEqual([...stops.keys()])
    expect(again.savings).toEqual({
      distance_saved_meters: 0,
      distance_saved_percent: 0,
      time_saved_seconds: 0,
      time_saved_percent: 0,
    })
  })

  test('accepts repeated stops, a round trip, and one place four times', async () => {
    const round = [stops[0]!, stops[5]!, stops[2]!, stops[5]!, stops[0]!]
    expect((await ask(demo, { locations: round })).route.legs).toHaveLength(4)
    const nowhere = await ask(demo, { locations: Array(4).fill(stops[3]) })
    expect(nowhere.optimized_order).toEqual([0, 1, 2, 3])
    expect(nowhere.savings!.time_saved_percent).toBe(0)
    expect(OptimizeResponse.safeParse(nowhere).error).toBe(undefined)
  })

  test('returns the same bytes for the same request', async () => {
    const body = { locations: truth.routable, travel: 'bicycle' }
    const [one, other] = await Promise.all([ask(demo, body), ask(demo, body)])
    expect(JSON.stringify(other)).toBe(JSON.stringify(one))
  })

  test('reports a stop without a road', async () => {
    const sea = { lat: truth.bounds.min_lat, lon: truth.bounds.min_lon }
    const error = await caught(ask(demo, { locations: [...stops.slice(0, 3), sea, stops[4]] }))
    expect(error).toMatchObject({ code: 'location_not_routable', fields: { location_index: 3 } })
  })

  test('reports stops that are too far apart', async () => {
    const far = { lat: -46, lon: 150 }
    const { engine } = engineWith({ durations })
    const error = await caught(ask(engine, { locations: [...stops.slice(0, 3), far] }))
    expect(error).toMatchObject({
      code: 'bad_request',
      fields: { details: [{ path: 'locations.3' }] },
    })
    expect(error.message).toMatch(/km from locations\.0 .* at most 1,000 km/)
  })

  test('reports a stop that only a ferry serves when ferries are excluded', async () => {
    const islet = truth.villages.toSorted((one, other) => one.lat - other.lat)[0]!
    const error = await caught(
      ask(demo, {
        locations: [stops[0], stops[1], { lat: islet.lat, lon: islet.lon }, stops[2], stops[3]],
        travel_options: { auto: { exclude_ferries: true } },
      }),
    )
    expect(error).toMatchObject({ code: 'no_route', fields: { location_indices: [2] } })
    expect(error.message).toContain('Location 2 cannot be visited')
  })

  test('is GeoJSON that matches its schema, with order and savings beside the features', async () => {
    const { warnings: _, ...answer } = await ask(demo, { locations: stops.slice(0, 5) })
    const geojson = JSON.parse(JSON.stringify(optimizedToGeojson(answer)))
    expect(OptimizeFeatureCollection.safeParse(geojson).error).toBe(undefined)
    expect(geojson).toMatchObject({
      optimized_order: answer.optimized_order,
      savings: answer.savings,
      features: [
        { properties: { kind: 'route' } },
        ...answer.optimized_order.map((original_index) => ({
          properties: { kind: 'waypoint', original_index },
        })),
      ],
    })
  })
})

interface Roads {
  /** Seconds between four stops in a row northwards; `null` marks pairs without a way. */
  durations: (number | null)[][]
  /** Legs as `from-to`, with the seconds that a route takes for them, or its error. */
  legs?: Record<string, number | Error>
  /** Error to throw for whole routes in the given order. */
  asGiven?: Error
}

const row = [0, 1, 2, 3].map((i) => ({ lat: 42.5 + i / 100, lon: 1.5 }))
const heights = Array.from({ length: 41 }, (_, i) => 1_000 + i / 2)

/** An engine with a table of times, whose routes take the seconds of the table, or of `legs`. */
function engineWith({ durations, legs = {}, asGiven }: Roads) {
  const asked: string[] = []
  // Distances are near the straight line; otherwise the cells would be checked with routes.
  const distances = durations.map((row) => row.map((seconds) => seconds && 2))
  const routeOf = ({ locations }: EngineQuery) => {
    const order = (locations as LatLon[]).map(({ lat }) => Math.round((lat - 42.5) * 100))
    asked.push(order.join(''))
    if (asGiven && order.join('') === '0123') throw asGiven
    const built = order.slice(1).map((to, i) => {
      const from = order[i]!
      const time = legs[`${from}-${to}`] ?? durations[from]![to]
      if (time instanceof Error) throw time
      if (time === null) throw new ApiError('no_route')
      const leg = northward(42.5, heights)
      return { ...leg, summary: { ...leg.summary, time: time! } }
    })
    return { trip: tripOf(built) }
  }
  const engine = {
    route: async (query: EngineQuery) => routeOf(query),
    call: async (action: EngineAction, query: EngineQuery) => {
      if (action === 'route') return routeOf(query)
      if (action === 'locate') {
        return (query.locations as LatLon[]).map(({ lat, lon }) => ({
          edges: [{ correlated_lat: lat, correlated_lon: lon }],
        }))
      }
      expect(action).toBe('matrix')
      return { sources_to_targets: { durations, distances } }
    },
    tiles: plainTiles,
  } as unknown as Engine
  return { engine, asked }
}

/** 0-2-1-3 takes 30 s, 0-1-2-3 takes 90 s. */
const durations = [
  [0, 30, 10, 99],
  [99, 0, 30, 10],
  [99, 10, 0, 30],
  [99, 99, 99, 0],
]

describe('optimising when the matrix and the routes differ', () => {
  test('falls back to the given order when its route is faster', async () => {
    const { engine } = engineWith({ durations, legs: { '0-2': 100 } })
    const { optimized_order, savings, route } = await ask(engine, { locations: row })
    expect(optimized_order).toEqual([0, 1, 2, 3])
    expect(route.duration_seconds).toBe(90)
    expect(savings!.time_saved_seconds).toBe(0)
  })

  test('takes the next best order when the best has no route', async () => {
    const { engine } = engineWith({ durations, legs: { '0-2': new ApiError('no_route') } })
    const { optimized_order } = await ask(engine, { locations: row })
    expect(optimized_order).toEqual([0, 1, 2, 3])
  })

  test('takes savings from the matrix when the given order is too long for one route', async () => {
    const asGiven = new ApiError('bad_request', 'Too long.')
    const { engine } = engineWith({ durations, asGiven, legs: { '0-2': 11 } })
    const { optimized_order, savings, warnings } = await ask(engine, { locations: row })
    expect(optimized_order).toEqual([0, 2, 1, 3])
    expect(savings).toMatchObject({ time_saved_seconds: 60, time_saved_percent: 66.7 })
    expect(warnings).toEqual([])
  })

  test('has null savings, with a warning, when the given order has no route', async () => {
    const oneWay = durations.map((times) => [...times])
    const { engine } = engineWith({
      durations: oneWay.map((times, i) =>
        times.map((time, j) => (i === 1 && j === 2 ? null : time)),
      ) as never,
    })
    const answer = await ask(engine, { locations: row })
    expect(answer.optimized_order).toEqual([0, 2, 1, 3])
    expect(answer.savings).toBeNull()
    expect(answer.warnings).toEqual([expect.stringContaining('savings is null')])
    expect(OptimizeResponse.safeParse(answer).error).toBe(undefined)
  })

  test('reports two stops that cannot be reached from each other', async () => {
    // 1 and 2 lead to 3 and are reached from 0, but not from each other.
    const split = durations.map((times, i) =>
      times.map((time, j) => (i + j === 3 && i > 0 && j > 0 ? null : time)),
    )
    const error = await caught(
      ask(engineWith({ durations: split as never }).engine, { locations: row }),
    )
    expect(error.code).toBe('no_route')
    expect((error.fields.location_indices as number[]).toSorted()).toEqual([1, 2])
  })

  test('reports a start without a way out, and not all the other stops', async () => {
    const stuck = durations.map((times, i) =>
      times.map((time, j) => (i === 0 && j > 0 ? null : time)),
    )
    const error = await caught(
      ask(engineWith({ durations: stuck as never }).engine, { locations: row }),
    )
    expect(error).toMatchObject({ code: 'no_route', fields: { location_indices: [0] } })
  })

  test('refuses a best order that is too long, with advice', async () => {
    const tooLong = new ApiError('bad_request', 'The line is over the limit of 250 km.')
    const { engine } = engineWith({ durations, asGiven: tooLong, legs: { '0-2': tooLong } })
    const error = await caught(ask(engine, { locations: row }))
    expect(error.code).toBe('bad_request')
    expect(error.message).toMatch(/limit of 250 km\. Leave out stops/)
  })
})

describe('a request to optimise', () => {
  const issuesOf = (body: Record<string, unknown>) =>
    OptimizeRequest.safeParse({ locations: row, ...body }).error?.issues.map(({ path }) =>
      path.join('.'),
    )

  test('accepts 4 to 50 stops, by car, by bicycle or on foot', () => {
    expect(issuesOf({})).toBe(undefined)
    expect(issuesOf({ locations: row.slice(1) })).toEqual(['locations'])
    expect(issuesOf({ locations: Array(51).fill(row[0]) })).toEqual(['locations'])
    expect(issuesOf({ travel: 'bicycle' })).toBe(undefined)
    expect(issuesOf({ travel: 'truck' })).toEqual(['travel'])
    expect(issuesOf({ travel_options: { auto: { top_speed: 1 } } })).toEqual([
      'travel_options.auto.top_speed',
    ])
  })
})

describeOnAndorra('optimising stops in Andorra', () => {
  test('never results in a slower route for 50 random stops', async () => {
    const engine = await andorraEngine()
    const random = seeded(3)
    const locations = Array.from({ length: 50 }, () => ({
      lat: 42.47 + 0.1 * random(),
      lon: 1.47 + 0.12 * random(),
    }))
    const answer = await ask(engine, { locations, travel: 'pedestrian' })
    const { warnings, ...response } = answer
    expect(OptimizeResponse.strict().safeParse(response).error).toBe(undefined)
    expect(answer.route.legs).toHaveLength(49)
    expect(answer.savings!.time_saved_percent).toBeGreaterThan(30)
    expect(warnings).toEqual([])
  })
})
