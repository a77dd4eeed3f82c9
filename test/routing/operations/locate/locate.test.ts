import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { distanceMeters, type LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, locate, locateToGeojson, onRoadMeters, openEngine } from '#routing/operations'
import {
  LocateFeatureCollection,
  LocateRequest,
  LocateResponse,
  roadClasses,
  surfaces,
  travelTypes,
} from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../../fixtures/andorra.ts'
import { runs } from '../../../setup/suite.ts'

let engine: Engine

async function ask(locations: LatLon[], more: Record<string, unknown> = {}) {
  const warnings: string[] = []
  const request = LocateRequest.parse({ locations, ...more })
  const answer = await locate(engine, request, { warn: (text) => warnings.push(text) })
  expect(LocateResponse.strict().safeParse(answer).error).toBe(undefined)
  return { items: answer.locations, answer, warnings }
}

/** Moves a point north by the given metres. */
const north = ({ lat, lon }: LatLon, meters: number) => ({ lat: lat + meters / 111_150, lon })

const atSea = { lat: 46.2, lon: -28.9 }
const miss = { snapped: null, distance_meters: null, on_road: false, edges: [] }

describe('locating on the demo region', () => {
  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  test.each(travelTypes)(
    'snaps crossings of all settlements to themselves by %s',
    async (travel) => {
      const { items } = await ask([...truth.routable], { travel })
      expect(items.map(({ input }) => input)).toEqual(
        truth.routable.map(({ lat, lon }) => ({
          lat: Math.round(lat * 1e6) / 1e6,
          lon: Math.round(lon * 1e6) / 1e6,
        })),
      )
      for (const { distance_meters, on_road, edges } of items) {
        expect(distance_meters).toBeLessThan(0.3)
        expect(on_road).toBe(true)
        expect(edges).toEqual([])
      }
    },
  )

  test('reports a miss for a point without a road and still locates the others', async () => {
    const { items } = await ask([atSea, truth.towns.lagrin, { lat: 90, lon: 180 }], {
      verbose: true,
    })
    expect(items[0]).toMatchObject({ input: atSea, ...miss })
    expect(items[1]!.edges.length).toBeGreaterThan(0)
    expect(items[2]).toMatchObject(miss)
  })

  test('succeeds with misses only, also as GeoJSON', async () => {
    const { answer } = await ask([atSea, atSea])
    expect(answer.locations).toHaveLength(2)
    const collection = locateToGeojson(answer)
    expect(LocateFeatureCollection.strict().safeParse(collection).error).toBe(undefined)
    expect(collection).not.toHaveProperty('bbox')
    expect(collection.features.map(({ geometry }) => geometry)).toEqual([null, null])
  })

  test('returns name, class, surface, speed and height of the road', async () => {
    const { from, name } = truth.lakesideRoad
    const { items } = await ask([from], { verbose: true })
    const road = items[0]!.edges.find(({ names }) => names.includes(name))
    expect(road).toMatchObject({ road_class: 'secondary', surface: 'paved_smooth' })
    expect(road!.speed_kph).toBeGreaterThan(0)
    // The road lies a few metres above the lake.
    expect(road!.elevation_meters! - truth.lake.levelMeters).toBeGreaterThan(0)
    expect(road!.elevation_meters! - truth.lake.levelMeters).toBeLessThan(15)
  })

  test('caps the speed at the top speed of the vehicle', async () => {
    const speeds = async (more: object) => {
      const request = LocateRequest.parse({ locations: truth.routable, verbose: true, ...more })
      const { locations } = await locate(engine, request, { warn: () => {} })
      return locations.flatMap(({ edges }) => edges.map(({ speed_kph }) => speed_kph))
    }
    const slow = { travel: 'truck', travel_options: { truck: { top_speed: 30 } } }
    expect(Math.max(...(await speeds({ travel: 'truck' })))).toBeGreaterThan(30)
    expect(Math.max(...(await speeds({ travel: 'truck' })))).toBeLessThanOrEqual(90)
    expect(Math.max(...(await speeds(slow)))).toBe(30)
  })

  test('returns a two-way road as one edge, and a crossing with each of its roads once', async () => {
    const { from, to } = truth.passRoad
    const middle = await ask([truth.passRoad.summit], { verbose: true })
    expect(middle.items[0]!.edges.map(({ names }) => names)).toEqual([[truth.passRoad.name, 'S2']])
    const crossings = await ask([from, to, ...truth.routable], { verbose: true })
    expect(crossings.items.some(({ edges }) => edges.length > 1)).toBe(true)
    for (const { edges } of crossings.items) {
      const named = edges.filter(({ names }) => names.length > 0)
      const told = named.map(({ elevation_meters: _, ...edge }) => JSON.stringify(edge))
      expect(new Set(told).size).toBe(told.length)
    }
  })

  test('reports on_road within 10 m of the road, and not beyond', async () => {
    const { from, to } = truth.bridge
    const middle = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 }
    const [onto] = (await ask([middle])).items
    const road = onto!.snapped!
    const points = [0, 2, 5, 9, 11, 15, 30].map((meters) => north(road, meters))
    const { items } = await ask(points)
    for (const item of items) expect(item.on_road).toBe(item.distance_meters! <= onRoadMeters)
    expect(new Set(items.map(({ on_road }) => on_road)).size).toBe(2)
  })

  test('filters roads by travel type, with no car in the bus street', async () => {
    const { from, to } = truth.busStreet
    const street = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 }
    const distance = async (point: LatLon, travel: string) =>
      (await ask([point], { travel })).items[0]!.distance_meters!
    expect(await distance(street, 'bus')).toBeLessThan(2)
    expect(await distance(street, 'auto')).toBeGreaterThan(5)
  })

  test('does not snap pedestrians to the motorway', async () => {
    const { from, to, ref } = truth.tollRoad
    const line = Array.from({ length: 60 }, (_, i) => ({
      lat: from.lat + ((to.lat - from.lat) * i) / 59,
      lon: from.lon + ((to.lon - from.lon) * i) / 59,
    }))
    const driven = await ask(line, { verbose: true })
    const onMotorway = driven.items.filter(({ edges }) =>
      edges.some(({ names, road_class }) => names.includes(ref) && road_class === 'motorway'),
    )
    expect(onMotorway.length).toBeGreaterThan(5)
    const points = onMotorway.map(({ snapped }) => snapped!)
    const walked = await ask(points, { travel: 'pedestrian', verbose: true })
    for (const { edges } of walked.items) {
      expect(edges.map(({ road_class }) => road_class)).not.toContain('motorway')
    }
  })

  test('does not snap to a ferry', async () => {
    const { from, to } = truth.ferry
    const underway = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 }
    const [item] = (await ask([underway], { verbose: true })).items
    expect(item!.distance_meters ?? 2_000).toBeGreaterThan(500)
  })

  test('returns geodesic distances of at most 2,000 m', async () => {
    const { bounds } = truth
    const anywhere = fc.record({
      lat: fc.double({ min: bounds.min_lat, max: bounds.max_lat, noNaN: true }),
      lon: fc.double({ min: bounds.min_lon, max: bounds.max_lon, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anywhere, { minLength: 1, maxLength: 100 }),
        fc.constantFrom(...travelTypes),
        async (locations, travel) => {
          const { items } = await ask(locations, { travel, verbose: true })
          const plain = await ask(locations, { travel })
          expect(items).toHaveLength(locations.length)
          expect(plain.items).toEqual(items.map((item) => ({ ...item, edges: [] })))
          for (const [i, { snapped, distance_meters, edges }] of items.entries()) {
            if (!snapped) continue
            expect(distance_meters! - distanceMeters(locations[i]!, snapped)).toBeCloseTo(0, 1)
            expect(distance_meters).toBeLessThanOrEqual(2_000)
            expect(edges.length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: runs(40) },
    )
  })

  test('snaps a snapped point to itself', async () => {
    const inputs = truth.routable.map((point) => north(point, 60))
    const { items } = await ask(inputs)
    const again = await ask(items.map(({ snapped }) => snapped!))
    for (const { distance_meters } of again.items) expect(distance_meters).toBeLessThan(1.1)
  })

  test('warns about options for another travel type', async () => {
    const { warnings } = await ask([atSea], { travel_options: { truck: { height: 4 } } })
    expect(warnings).toEqual(['ignored travel_options.truck: the travel type is auto'])
  })

  test('returns a point in GeoJSON where each location was snapped', async () => {
    const { answer } = await ask([truth.towns.nevrin, atSea], { verbose: true })
    const collection = locateToGeojson(answer)
    expect(LocateFeatureCollection.strict().safeParse(collection).error).toBe(undefined)
    const { snapped } = answer.locations[0]!
    const point = [snapped!.lon, snapped!.lat]
    expect(collection.bbox).toEqual([...point, ...point])
    expect(collection.features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: point },
      properties: { kind: 'location', index: 0, ...answer.locations[0] },
    })
    expect(collection.features[1]).toMatchObject({ geometry: null, properties: { index: 1 } })
  })
})

describe('locating with a stub engine', () => {
  const answering = (edges: object[]) =>
    ({ call: async () => [{ edges, nodes: [] }] }) as unknown as Engine
  const edge = (wayId: number, meanElevation: number | null, speed = 50) => ({
    correlated_lat: 42.5,
    correlated_lon: 1.5,
    edge_info: { way_id: wayId, names: [], mean_elevation: meanElevation },
    edge: {
      speeds: { default: speed },
      classification: { classification: 'service_other', surface: 'path' },
    },
  })
  const request = LocateRequest.parse({ locations: [{ lat: 42.5, lon: 1.5 }], verbose: true })

  test.each([null, -500])(
    'returns null for a mean height of %s, with a warning',
    async (height) => {
      const warnings: string[] = []
      const warn = (text: string) => warnings.push(text)
      const { locations } = await locate(answering([edge(1, height)]), request, { warn })
      expect(locations[0]!.edges[0]!.elevation_meters).toBeNull()
      expect(warnings).toEqual(['elevation_meters is null: there is no elevation data here'])
    },
  )

  test('takes the faster direction of a way, and keeps nameless ways separate', async () => {
    const edges = [edge(1, 900, 30), edge(1, 900, 50), edge(2, 950, 50)]
    const { locations } = await locate(answering(edges), request, { warn: () => {} })
    const road = { names: [], road_class: 'service', surface: 'ground', speed_kph: 50 }
    expect(locations[0]!.edges).toEqual([
      { ...road, elevation_meters: 900 },
      { ...road, elevation_meters: 950 },
    ])
  })
})

describeOnAndorra('locating in Andorra', () => {
  beforeAll(async () => {
    engine = await andorraEngine()
  })

  test.each(travelTypes)('finds roads near the towns by %s', async (travel) => {
    const { items } = await ask(Object.values(places), { travel, verbose: true })
    for (const { distance_meters, edges } of items) {
      expect(distance_meters).toBeLessThan(100)
      expect(edges.length).toBeGreaterThan(0)
      for (const edge of edges) {
        expect(roadClasses).toContain(edge.road_class)
        expect(surfaces).toContain(edge.surface)
        expect(edge.elevation_meters).toBeGreaterThan(800)
        expect(edge.elevation_meters).toBeLessThan(2_950)
      }
    }
  })

  test('never puts a trail farther away for a higher max_hiking_difficulty, and may put it much nearer', async () => {
    const { andorraLaVella: from, pasDeLaCasa: to } = places
    const line = Array.from({ length: 50 }, (_, i) => ({
      lat: from.lat + 0.05 + ((to.lat - from.lat) * i) / 49,
      lon: from.lon + ((to.lon - from.lon) * i) / 49,
    }))
    const metres = async (max_hiking_difficulty: number) => {
      const travel_options = { pedestrian: { max_hiking_difficulty } }
      const { items } = await ask(line, { travel: 'pedestrian', travel_options })
      return items.map(({ distance_meters }) => distance_meters ?? 2_000)
    }
    const [easy, hard] = [await metres(1), await metres(6)]
    for (const [i, meters] of hard.entries()) expect(meters).toBeLessThanOrEqual(easy[i]!)
    expect(Math.max(...easy.map((meters, i) => meters - hard[i]!))).toBeGreaterThan(100)
  })

  test('returns the same results for 100 points in one call and in separate calls', async () => {
    const { andorraLaVella: from, pasDeLaCasa: to } = places
    const line = Array.from({ length: 100 }, (_, i) => ({
      lat: from.lat + ((to.lat - from.lat) * i) / 99,
      lon: from.lon + ((to.lon - from.lon) * i) / 99,
    }))
    const together = await ask(line, { travel: 'pedestrian', verbose: true })
    for (const i of [0, 33, 66, 99]) {
      const alone = await ask([line[i]!], { travel: 'pedestrian', verbose: true })
      expect(alone.items[0]).toEqual(together.items[i])
    }
  })
})
