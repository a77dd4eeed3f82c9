import { beforeAll, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { decodeMicrodegrees, decodePolyline } from '#ground/geo'
import { thresholdMeters } from '#ground/terrain'
import { openStorage } from '#platform/storage'
import {
  type Engine,
  findRoute,
  makeCosting,
  openEngine,
  routeToGeojson,
} from '#routing/operations'
import {
  languages,
  RouteFeatureCollection,
  RouteRequest,
  RouteResponse,
  travelTypes,
} from '#routing/schemas'
import { truth } from '../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../fixtures/andorra.ts'

let engine: Engine

const destinations = ['ordino', 'pasDeLaCasa', 'laMassana'] as const
const trips = travelTypes.flatMap((travel) =>
  destinations.map((destination) => ({ travel, destination })),
)

async function ask(body: Record<string, unknown>, signal?: AbortSignal) {
  const warnings: string[] = []
  const request = RouteRequest.parse(body)
  const answer = await findRoute(engine, request, {
    signal,
    warn: (text) => warnings.push(text),
  })
  return { ...answer, warnings }
}

const toOrdino = [places.andorraLaVella, places.ordino]
const toPas = [places.andorraLaVella, places.pasDeLaCasa]

describeOnAndorra('a route in Andorra', () => {
  beforeAll(async () => {
    engine = await andorraEngine()
  })

  test.each(trips)(
    'equals the route of the bare engine by $travel to $destination',
    async (trip) => {
      const { travel, destination } = trip
      const locations = [places.andorraLaVella, places[destination]]
      const bare = await engine.route({ locations, ...makeCosting(travel, {}, () => {}) })
      const { route } = await ask({ locations, travel })
      expect(route.distance_meters).toBe(Math.round(bare.trip.summary.length * 1000))
      expect(route.duration_seconds).toBe(Math.round(bare.trip.summary.time))
      expect(route.legs[0]!.shape).toBe(bare.trip.legs[0]!.shape)
      expect(RouteResponse.strict().safeParse(JSON.parse(JSON.stringify({ route }))).error).toBe(
        undefined,
      )
    },
  )

  test.each(trips)(
    'has by $travel to $destination the height difference as ascent minus descent',
    async (trip) => {
      const { route } = await ask({
        locations: [places.andorraLaVella, places[trip.destination]],
        travel: trip.travel,
      })
      const { total_ascent_meters, total_descent_meters, elevation_profile } = route.terrain!
      const difference =
        elevation_profile.at(-1)!.elevation_meters - elevation_profile[0]!.elevation_meters
      expect(Math.abs(total_ascent_meters - total_descent_meters - difference)).toBeLessThan(
        thresholdMeters,
      )
      expect(elevation_profile.at(-1)!.distance_meters).toBe(route.distance_meters)
    },
  )

  test('crosses a ridge on foot where the way around is twice as long', async () => {
    const locations = [
      { lat: 42.482088, lon: 1.486175 },
      { lat: 42.472343, lon: 1.526193 },
    ]
    const walk = (use_hills?: number) =>
      ask({ locations, travel: 'pedestrian', travel_options: { pedestrian: { use_hills } } })
    const [usual, avoiding] = [await ask({ locations, travel: 'pedestrian' }), await walk(0.5)]
    const welcoming = await walk(1)
    expect(usual.route.duration_seconds).toBeLessThan(1.02 * welcoming.route.duration_seconds)
    expect(usual.route.duration_seconds).toBeLessThan(0.7 * avoiding.route.duration_seconds)
  })

  test('swaps ascent and descent in the opposite direction', async () => {
    // On foot the shortest way serves both directions.
    const travel_options = { pedestrian: { shortest: true } }
    const travel = 'pedestrian'
    const there = await ask({ locations: toOrdino, travel, travel_options })
    const back = await ask({ locations: toOrdino.toReversed(), travel, travel_options })
    expect(back.route.distance_meters).toBe(there.route.distance_meters)
    const up = there.route.terrain!.total_ascent_meters
    const down = back.route.terrain!.total_descent_meters
    expect(Math.abs(up - down)).toBeLessThan(thresholdMeters)
  })

  test('passes through the Envalira tunnel without climbing over the mountain', async () => {
    const { route } = await ask({ locations: toPas, travel: 'auto' })
    const over = await ask({ locations: toPas, travel: 'truck' })
    // The pass, which trucks take, is at 2,408 m; the tunnel's portals are at 2,040 and 2,080 m.
    expect(over.route.terrain!.max_elevation_meters).toBeGreaterThan(2_350)
    expect(route.terrain!.max_elevation_meters).toBeLessThan(2_150)
    const gained = over.route.terrain!.total_ascent_meters - route.terrain!.total_ascent_meters
    expect(gained).toBeGreaterThan(200)
  })

  test('equals the sum of its legs when it has stops', async () => {
    const locations = [places.andorraLaVella, places.laMassana, places.ordino, places.pasDeLaCasa]
    const { route } = await ask({ locations })
    expect(route.legs).toHaveLength(3)
    const ascents = route.legs.map((leg) => leg.terrain!.total_ascent_meters * 10)
    expect(Math.round(ascents.reduce((sum, ascent) => sum + ascent))).toBe(
      Math.round(route.terrain!.total_ascent_meters * 10),
    )
    expect(route.waypoints.map((waypoint) => waypoint.original_index)).toEqual([0, 1, 2, 3])
  })

  test('has nearly the same ascent at every interval of the profile', async () => {
    const ascents = []
    for (const elevation_interval of [10, 30, 77, 200]) {
      const { route } = await ask({ locations: toPas, elevation_interval })
      ascents.push(route.terrain!.total_ascent_meters)
    }
    expect(Math.max(...ascents) - Math.min(...ascents)).toBeLessThan(0.03 * ascents[0]!)
  })

  test('is flat and has length 0 from a place to itself', async () => {
    const { route } = await ask({ locations: [places.ordino, places.ordino] })
    expect(route).toMatchObject({ distance_meters: 0, duration_seconds: 0 })
    expect(route.terrain).toMatchObject({ total_ascent_meters: 0, difficulty: 'flat' })
    const collection = routeToGeojson({ route })
    expect(RouteFeatureCollection.safeParse(collection).error).toBe(undefined)
  })

  test('accepts 20 locations', async () => {
    const locations = Array.from({ length: 20 }, (_, i) => {
      const share = i / 19
      const { lat, lon } = places.andorraLaVella
      return {
        lat: lat + share * (places.ordino.lat - lat),
        lon: lon + share * (places.ordino.lon - lon),
      }
    })
    const { route } = await ask({ locations, travel: 'pedestrian' })
    expect(route.legs).toHaveLength(19)
    expect(route.waypoints).toHaveLength(20)
  })

  test('reports the location without a road', async () => {
    const onAMountain = { lat: 42.3, lon: 1.9 }
    for (const location_index of [0, 1, 2]) {
      const locations: object[] = [places.ordino, places.laMassana]
      locations.splice(location_index, 0, onAMountain)
      await expect(ask({ locations })).rejects.toMatchObject({
        code: 'location_not_routable',
        fields: { location_index },
      })
    }
  })

  test('is refused with the limit beyond the distance limit of the travel type', async () => {
    const farAway = [places.ordino, { lat: 60, lon: 25 }]
    await expect(ask({ locations: farAway, travel: 'pedestrian' })).rejects.toMatchObject({
      code: expect.stringMatching(/bad_request|location_not_routable/),
    })
    const toAndFro = Array.from({ length: 20 }, (_, i) =>
      i % 2 ? places.pasDeLaCasa : { lat: 42.4667, lon: 1.4912 },
    )
    await expect(ask({ locations: toAndFro, travel: 'pedestrian' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('250 km'),
    })
  })

  test('has full routes as alternates, between two locations only', async () => {
    const { alternates } = await ask({ locations: toPas, travel: 'pedestrian', alternates: 3 })
    expect(alternates!.length).toBeGreaterThan(0)
    expect(alternates![0]).toMatchObject({ terrain: { difficulty: 'mountainous' } })
    const three = await ask({ locations: [...toPas, places.ordino], alternates: 1 })
    expect(three.alternates).toBe(undefined)
    expect(three.warnings).toEqual([
      'ignored alternates: they are found only between exactly 2 locations',
    ])
  })

  test('has instructions in each of the 34 languages', async () => {
    const told = new Set<string>()
    for (const language of languages) {
      const answer = await engine.route({ locations: toOrdino, costing: 'auto', language })
      expect(answer.trip.language).toBe(language)
      told.add(answer.trip.legs[0]!.maneuvers.map(({ instruction }) => instruction).join())
    }
    // English is the same in three countries, Portuguese perhaps in two.
    expect(told.size).toBeGreaterThan(28)
  })

  test('has the decoded shape in GeoJSON', async () => {
    const { route } = await ask({ locations: toOrdino })
    const { features, bbox } = routeToGeojson({ route })
    const line = features[0]!.geometry as { coordinates: [number, number][] }
    const decoded = decodePolyline(route.legs[0]!.shape)
    expect(line.coordinates).toEqual(decoded.map(({ lat, lon }) => [lon, lat]))
    expect(bbox![0]).toBeLessThanOrEqual(route.bounds.min_lon)
  })

  test('rejects at once with the reason when it is aborted', async () => {
    const controller = new AbortController()
    const pending = ask({ locations: toPas }, controller.signal)
    controller.abort(new Error('out of time'))
    await expect(pending).rejects.toThrow('out of time')
    await expect(ask({ locations: toOrdino })).resolves.toBeTruthy()
  })
})

describeOnAndorra('the engine', () => {
  beforeAll(async () => {
    engine = await andorraEngine()
  })

  test('is opened once for each file; a failed opening can be repeated', async () => {
    expect(await andorraEngine()).toBe(engine)
    for (let attempt = 0; attempt < 2; attempt++) {
      const opening = openEngine({ tileExtract: '/elsewhere/routing.tar' })
      await expect(opening).rejects.toMatchObject({ code: 'service_unavailable' })
    }
  })

  test('answers from its own tiles beside a second engine, also with concurrent calls', async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const demo = await openDataset(storage, 'demo')
    const island = await openEngine({
      tileExtract: storage.localPath!(demo.fileKey('routing.tar')),
    })
    const { from, to } = truth.lakesideRoad
    const asked = [
      { engine, locations: [places.andorraLaVella, places.ordino] },
      { engine: island, locations: [from, to] },
    ]
    const lengthOf = async ({ engine, locations }: (typeof asked)[number]) =>
      (await engine.route({ locations, costing: 'auto' })).trip.summary.length
    const alone = [await lengthOf(asked[0]!), await lengthOf(asked[1]!)]
    const many = await Promise.all(Array.from({ length: 40 }, (_, i) => lengthOf(asked[i % 2]!)))
    expect(many).toEqual(many.map((_, i) => alone[i % 2]))
    const elsewhere = lengthOf({
      engine: island,
      locations: [places.andorraLaVella, places.ordino],
    })
    await expect(elsewhere).rejects.toMatchObject({ code: 'location_not_routable' })
  })

  test('is not called with a query that would crash it', async () => {
    await expect(engine.call('traceAttributes', { elevation_interval: 30 })).rejects.toThrow(
      /crashes/,
    )
  })

  test('has the same bridges and tunnels in its tiles as in its edge attributes', async () => {
    let structures = 0
    for (const { travel, destination } of trips) {
      const { trip } = await engine.route({
        locations: [places.andorraLaVella, places[destination]],
        costing: travel,
      })
      const { shape } = trip.legs[0]!
      const { edges } = await engine.call<{
        edges: Record<'begin_shape_index' | 'end_shape_index' | 'bridge' | 'tunnel', number>[]
      }>('traceAttributes', {
        encoded_polyline: shape,
        shape_match: 'edge_walk',
        costing: travel,
        filters: {
          action: 'include',
          attributes: [
            'edge.bridge',
            'edge.tunnel',
            'edge.begin_shape_index',
            'edge.end_shape_index',
          ],
        },
      })
      const line = decodeMicrodegrees(shape)
      const said = new Set<number>()
      for (const { begin_shape_index, end_shape_index, bridge, tunnel } of edges) {
        if (!bridge && !tunnel) continue
        for (let i = begin_shape_index; i < end_shape_index; i++) said.add(i)
      }
      const read = new Set<number>()
      for (const { from, to } of (await engine.tiles.featuresAlong(line)).structures) {
        for (let i = from; i < to; i++) read.add(i)
      }
      expect([...read]).toEqual([...said])
      structures += read.size
    }
    expect(structures).toBeGreaterThan(500)
  })
})
