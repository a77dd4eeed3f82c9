import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { ApiError, unavailable } from '#platform/errors'
import { openStorage } from '#platform/storage'
import {
  compareModes,
  comparisonToGeojson,
  type Engine,
  type EngineQuery,
  findRoute,
  openEngine,
} from '#routing/operations'
import {
  CompareFeatureCollection,
  CompareRequest,
  CompareResponse,
  RouteRequest,
} from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../../fixtures/andorra.ts'
import { plainTiles } from '../../../fixtures/tiles.ts'
import { northward, tripOf } from '../route/trips.ts'

/** The island's southernmost village, reached by ferry. */
const islet = truth.villages.toSorted((one, other) => one.lat - other.lat)[0]!
const overThePass = [truth.passRoad.from, truth.passRoad.to]

async function ask(engine: Engine, body: Record<string, unknown>) {
  const warnings: string[] = []
  const answer = await compareModes(engine, CompareRequest.parse(body), {
    warn: (text) => warnings.push(text),
  })
  return { ...answer, warnings }
}

const caught = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('nothing was thrown'),
    (error: ApiError) => error,
  )

/** An engine that refuses some travel types and finds one road for all others. */
function engineRefusing(refusals: Record<string, unknown>, queries: EngineQuery[] = []): Engine {
  const heights = Array.from({ length: 41 }, (_, i) => 1_000 + i / 2)
  return {
    route: async (query: EngineQuery) => {
      queries.push(query)
      const refusal = refusals[query.costing as string]
      if (refusal) throw refusal
      return { trip: tripOf([northward(42.5, heights)]) }
    },
    tiles: plainTiles,
  } as unknown as Engine
}

const northwards = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.5054, lon: 1.5 },
]
const noRoad = (index: number) =>
  new ApiError('location_not_routable', `Location ${index} has no road.`, {
    fields: { location_index: index },
  })

describe('comparing travel modes on the demo region', () => {
  let engine: Engine

  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  test('returns the routes of the route operation, by travel type in the requested order', async () => {
    const modes = ['pedestrian', 'auto', 'truck', 'bicycle'] as const
    const travel_options = { pedestrian: { walking_speed: 6 }, truck: { height: 3 } }
    const { routes, warnings } = await ask(engine, {
      locations: overThePass,
      travel_modes: modes,
      travel_options,
      language: 'de',
      elevation_interval: 50,
    })
    expect(Object.keys(routes)).toEqual(modes)
    for (const travel of modes) {
      const request = RouteRequest.parse({
        locations: overThePass,
        travel,
        travel_options,
        language: 'de',
        elevation_interval: 50,
      })
      expect(routes[travel]).toEqual((await findRoute(engine, request, { warn() {} })).route)
    }
    expect(warnings).toEqual([])
  })

  test('identifies the fastest and the shortest route', async () => {
    const { routes, comparison } = await ask(engine, {
      locations: overThePass,
      travel_modes: ['pedestrian', 'auto', 'bicycle'],
    })
    const all = Object.values(routes)
    const durations = all.map(({ duration_seconds }) => duration_seconds)
    const distances = all.map(({ distance_meters }) => distance_meters)
    expect(routes[comparison.fastest]!.duration_seconds).toBe(Math.min(...durations))
    expect(routes[comparison.shortest]!.distance_meters).toBe(Math.min(...distances))
    expect(comparison.fastest).toBe('auto')
    expect(comparison.unavailable).toEqual([])
  })

  test('lists a travel type without a route as unavailable, with the reason', async () => {
    const { routes, comparison } = await ask(engine, {
      locations: [truth.passRoad.from, islet],
      travel_modes: ['auto', 'bicycle', 'pedestrian'],
      travel_options: { auto: { exclude_ferries: true } },
    })
    expect(Object.keys(routes)).toEqual(['bicycle', 'pedestrian'])
    expect(comparison.unavailable).toEqual([
      { travel: 'auto', error: 'no_route', message: expect.stringContaining('route') },
    ])
    expect(comparison.summary).toMatch(/; there is no way to go by car\.$/)
  })

  test('is refused with the location when no travel type has a route', async () => {
    const error = await caught(
      ask(engine, {
        locations: [overThePass[0], { lat: truth.bounds.min_lat, lon: truth.bounds.min_lon }],
        travel_modes: ['bicycle', 'auto'],
      }),
    )
    expect(error).toMatchObject({ code: 'location_not_routable', status: 422 })
    expect(error.fields).toMatchObject({
      location_index: 1,
      unavailable: [
        { travel: 'bicycle', error: 'location_not_routable', location_index: 1 },
        { travel: 'auto', error: 'location_not_routable', location_index: 1 },
      ],
    })
  })

  test('is GeoJSON that matches its schema, with one line for each travel type', async () => {
    const answer = await ask(engine, {
      locations: overThePass,
      travel_modes: ['bicycle', 'auto'],
    })
    const geojson = JSON.parse(JSON.stringify(comparisonToGeojson(answer)))
    expect(CompareFeatureCollection.safeParse(geojson).error).toBe(undefined)
    expect(geojson.features.map((one: { properties: unknown }) => one.properties)).toMatchObject([
      { kind: 'route', travel: 'bicycle' },
      { kind: 'route', travel: 'auto' },
    ])
    expect(geojson.comparison).toEqual(answer.comparison)
    expect(JSON.stringify(geojson)).not.toContain('"shape"')
  })
})

describe('comparing when travel types fail', () => {
  const body = (...travel_modes: string[]) => ({ locations: northwards, travel_modes })

  test('answers with the only remaining travel type as fastest, shortest and easiest', async () => {
    const answer = await ask(
      engineRefusing({ auto: noRoad(1), truck: new ApiError('no_route') }),
      body('auto', 'bicycle', 'truck'),
    )
    expect(Object.keys(answer.routes)).toEqual(['bicycle'])
    expect(answer.comparison).toMatchObject({
      fastest: 'bicycle',
      shortest: 'bicycle',
      easiest: 'bicycle',
      unavailable: [
        {
          travel: 'auto',
          error: 'location_not_routable',
          message: 'Location 1 has no road.',
          location_index: 1,
        },
        { travel: 'truck', error: 'no_route', message: expect.stringMatching(/\.$/) },
      ],
    })
    expect(answer.comparison.summary).toMatch(
      /^Going by bicycle is \d+ m in .*; there is no way to go by car; .* by truck\.$/,
    )
    expect(CompareResponse.safeParse(answer).error).toBe(undefined)
  })

  test('lists a travel type as unavailable when the locations are too far apart for it', async () => {
    const tooFar = new ApiError('bad_request', 'The straight line is over the limit of 250 km.')
    const { comparison } = await ask(
      engineRefusing({ pedestrian: tooFar }),
      body('auto', 'pedestrian'),
    )
    expect(comparison.unavailable).toEqual([
      { travel: 'pedestrian', error: 'bad_request', message: tooFar.message },
    ])
    expect(comparison.summary).toContain('it is too far to go on foot')
  })

  test('fails with the first 422 when no travel type remains', async () => {
    const tooFar = new ApiError('bad_request', 'Too far.', {
      fields: { details: [{ path: 'locations', message: 'Too far.' }] },
    })
    const mixed = await caught(
      ask(
        engineRefusing({ pedestrian: tooFar, auto: new ApiError('no_route'), bus: noRoad(0) }),
        body('pedestrian', 'auto', 'bus'),
      ),
    )
    expect(mixed).toMatchObject({ code: 'no_route', status: 422 })
    expect(mixed.message).toContain('pedestrian: Too far.')
    expect(mixed.fields).not.toHaveProperty('location_index')
    expect(mixed.fields.unavailable).toHaveLength(3)
    const farAway = await caught(
      ask(engineRefusing({ pedestrian: tooFar, bicycle: tooFar }), body('pedestrian', 'bicycle')),
    )
    expect(farAway).toMatchObject({ code: 'bad_request', fields: tooFar.fields })
  })

  test.each([
    ['an unavailable engine', unavailable(new Error('gone'))],
    ['an unexpected error', new Error('a fault')],
  ])('passes on %s instead of listing it', async (_, failure) => {
    const error = await caught(ask(engineRefusing({ auto: failure }), body('auto', 'bicycle')))
    expect(error).toBe(failure)
  })

  test('passes each travel type its own options and warns once about the others', async () => {
    const queries: EngineQuery[] = []
    const { warnings } = await ask(engineRefusing({}, queries), {
      ...body('auto', 'truck'),
      travel_options: { auto: { top_speed: 100 }, truck: { height: 4 }, bus: { use_tolls: 0 } },
    })
    expect(queries).toMatchObject([
      { costing: 'auto', costing_options: { auto: { top_speed: 100 } } },
      { costing: 'truck', costing_options: { truck: { height: 4 } } },
    ])
    expect(warnings).toEqual(['ignored travel_options.bus: the travel type is auto, truck'])
  })
})

describe('a request to compare', () => {
  const issuesOf = (body: Record<string, unknown>) =>
    CompareRequest.safeParse({ locations: northwards, ...body }).error?.issues.map(({ path }) =>
      path.join('.'),
    )

  test.each([
    ['one travel type', ['auto']],
    ['five travel types', ['auto', 'bicycle', 'pedestrian', 'bus', 'truck']],
    ['the same travel type twice', ['auto', 'bicycle', 'auto']],
  ])('is refused with %s', (_, travel_modes) => {
    expect(issuesOf({ travel_modes })).toEqual(['travel_modes'])
  })

  test('is validated for the options of the requested travel types only', () => {
    const travel_options = {
      auto: { top_speed: 1 },
      truck: { hight: 4 },
      bicycle: { nonsense: true },
    }
    expect(issuesOf({ travel_modes: ['auto', 'truck'], travel_options })).toEqual([
      'travel_options.auto.top_speed',
      'travel_options.truck',
    ])
  })
})

describeOnAndorra('comparing travel modes in Andorra', () => {
  test('matches its schema, and its summary states the figures of the routes', async () => {
    const answer = await ask(await andorraEngine(), {
      locations: [places.andorraLaVella, places.laMassana, places.ordino],
      travel_modes: ['auto', 'bicycle', 'pedestrian', 'bus'],
    })
    const { warnings, ...response } = answer
    expect(warnings).toEqual([])
    expect(CompareResponse.strict().safeParse(response).error).toBe(undefined)
    for (const route of Object.values(answer.routes)) {
      const { distance_meters, terrain } = route
      expect(answer.comparison.summary).toContain(`${(distance_meters / 1000).toFixed(1)} km in `)
      expect(answer.comparison.summary).toContain(
        `${Math.round(terrain!.total_ascent_meters)} m of ascent (${terrain!.difficulty})`,
      )
    }
  })
})
