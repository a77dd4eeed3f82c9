import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { decodePolyline, distanceMeters, type LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, openEngine, snappedToGeojson, snapTrace } from '#routing/operations'
import { SnapFeatureCollection, SnapRequest, SnapResponse, travelTypes } from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../../fixtures/andorra.ts'
import { seeded } from '../../../fixtures/random.ts'
import { withCampaigns } from '../../../setup/suite.ts'
import { sampleEvery, withNoise } from './traces.ts'

let engine: Engine

async function snap(body: Record<string, unknown>) {
  const warnings: string[] = []
  const request = SnapRequest.parse(body)
  const answer = await snapTrace(engine, request, { warn: (text) => warnings.push(text) })
  expect(SnapResponse.strict().safeParse(answer).error).toBe(undefined)
  return { ...answer, warnings }
}

async function lineOf(from: LatLon, to: LatLon, costing = 'auto') {
  const { trip } = await engine.route({ locations: [from, to], costing })
  return decodePolyline(trip.legs[0]!.shape)
}

function lengthOf(line: readonly LatLon[]): number {
  return sum(line.slice(1).map((at, i) => distanceMeters(line[i]!, at)))
}

/** Returns the metres of each way along a line that lies on the ways. */
async function waysOf(line: string | LatLon[], costing: string) {
  const { edges } = await engine.call<{ edges: { way_id: number; length: number }[] }>(
    'traceAttributes',
    {
      ...(typeof line === 'string' ? { encoded_polyline: line } : { shape: line }),
      costing,
      shape_match: 'map_snap',
      gps_accuracy: 5,
    },
  )
  const ways = new Map<number, number>()
  for (const { way_id, length } of edges) ways.set(way_id, (ways.get(way_id) ?? 0) + length)
  return ways
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

describeOnAndorra('a trace in Andorra', () => {
  beforeAll(async () => {
    engine = await andorraEngine()
  })

  const trips = (['auto', 'bicycle', 'pedestrian', 'truck'] as const).flatMap((travel) =>
    (withCampaigns ? [5, 20, 60] : [20]).map((spacing) => ({ travel, spacing })),
  )

  test.each(trips)(
    'follows the original ways by $travel with points every $spacing m and 10 m of noise',
    async (trip) => {
      const { travel, spacing } = trip
      for (const [from, to] of [
        [places.andorraLaVella, places.ordino],
        [places.laMassana, places.ordino],
        [places.andorraLaVella, places.pasDeLaCasa],
      ] as const) {
        const line = await lineOf(from, to, travel)
        const shape = withNoise(sampleEvery(line, spacing), 10, seeded(spacing))
        const answer = await snap({ shape, travel })
        const [real, found] = [
          await waysOf(line, travel),
          await waysOf(answer.snapped_shape, travel),
        ]
        const shared = sum([...real].map(([way, length]) => (found.has(way) ? length : 0)))
        expect(shared / sum(real.values())).toBeGreaterThanOrEqual(0.95)
        expect(answer.confidence).toBeGreaterThan(0.9)
        expect(answer.route.distance_meters / 1000 / sum(real.values())).toBeCloseTo(1, 1)
      }
    },
  )

  test('has an edge and a position on the line for every matched point', async () => {
    const line = await lineOf(places.andorraLaVella, places.ordino)
    const shape = withNoise(sampleEvery(line, 25), 5, seeded(1))
    const { matched_points, edges, snapped_shape } = await snap({ shape })
    expect(matched_points).toHaveLength(shape.length)
    const positions = decodePolyline(snapped_shape)
    for (const [i, point] of matched_points.entries()) {
      const off = distanceMeters(shape[i]!, point)
      expect(Math.abs(off - point.distance_from_trace_meters!)).toBeLessThan(1)
      const { begin_shape_index, end_shape_index } = edges[point.edge_index!]!
      const along = positions.slice(begin_shape_index, end_shape_index + 1)
      const nearest = Math.min(...sampleEvery(along, 2).map((at) => distanceMeters(at, point)))
      expect(nearest).toBeLessThan(5)
    }
  })

  test('has two pieces, and no ascent in between, with a gap of 3 km', async () => {
    const line = sampleEvery(await lineOf(places.andorraLaVella, places.pasDeLaCasa), 20)
    const from = line.findIndex((at) => distanceMeters(places.andorraLaVella, at) > 6_000)
    const to = line.findIndex((at, i) => i > from && distanceMeters(line[from]!, at) > 3_000)
    const halves = [line.slice(0, from), line.slice(to)]
    const answer = await snap({ shape: halves.flat() })
    expect(answer.pieces).toHaveLength(2)
    expect(answer.route.legs).toHaveLength(2)
    expect(answer.matched_points.every(({ type }) => type !== 'unmatched')).toBe(true)
    expect(answer.pieces[0]!.end_point_index).toBe(from - 1)
    expect(answer.pieces[1]!.begin_point_index).toBe(from)
    const alone = await Promise.all(halves.map((shape) => snap({ shape })))
    expect(answer.route.distance_meters).toBe(sum(alone.map(({ route }) => route.distance_meters)))
    const ascents = alone.map(({ route }) => route.terrain!.total_ascent_meters)
    expect(answer.route.terrain!.total_ascent_meters).toBeCloseTo(sum(ascents), 1)
    expect(answer.route.terrain!.elevation_profile.at(-1)!.distance_meters).toBeCloseTo(
      answer.route.distance_meters,
      0,
    )
  })

  test('continues past an outlier, which is unmatched', async () => {
    const line = sampleEvery(await lineOf(places.andorraLaVella, places.ordino), 30)
    const clean = await snap({ shape: line })
    const shape = line.toSpliced(50, 1, { lat: line[50]!.lat + 0.015, lon: line[50]!.lon + 0.015 })
    const { matched_points, pieces, route } = await snap({ shape })
    expect(pieces).toHaveLength(1)
    expect(matched_points[50]).toMatchObject({ type: 'unmatched', edge_index: null })
    expect(matched_points.filter(({ type }) => type === 'unmatched')).toHaveLength(1)
    expect(route.distance_meters).toBe(clean.route.distance_meters)
  })

  test('is three times as long when it covers the same way three times', async () => {
    const there = await lineOf(places.laMassana, places.ordino, 'pedestrian')
    const loop = sampleEvery([...there, ...there.toReversed(), ...there], 20)
    const { route, pieces } = await snap({ shape: loop, travel: 'pedestrian' })
    const once = (await snap({ shape: sampleEvery(there, 20), travel: 'pedestrian' })).route
    expect(pieces).toHaveLength(1)
    expect(route.distance_meters / once.distance_meters).toBeCloseTo(3, 1)
  })

  test('is matched equally with times, even implausibly short ones, and without', async () => {
    const line = sampleEvery(await lineOf(places.andorraLaVella, places.ordino), 40)
    const plain = await snap({ shape: line })
    for (const seconds of [3, 0.001, 0]) {
      const shape = line.map((at, i) => ({ ...at, time: i * seconds }))
      expect((await snap({ shape })).snapped_shape).toBe(plain.snapped_shape)
    }
  })

  test.runIf(withCampaigns)(
    'is matched completely with 20,000 points',
    async () => {
      const line = sampleEvery(await lineOf(places.andorraLaVella, places.pasDeLaCasa), 25)
      const laps = Array.from({ length: 40 }, (_, lap) => (lap % 2 ? line.toReversed() : line))
      const shape = laps.flat().slice(0, 20_000)
      const { matched_points, confidence } = await snap({ shape, travel: 'bicycle' })
      expect(matched_points).toHaveLength(20_000)
      expect(confidence).toBeGreaterThan(0.9)
    },
    60_000,
  )

  test.runIf(withCampaigns)(
    'is matched or refused for random points, in 400 cases over all travel types',
    async () => {
      const random = seeded(5)
      const line = await lineOf(places.andorraLaVella, places.pasDeLaCasa)
      const outcomes = { matched: 0, refused: 0 }
      for (let i = 0; i < 400; i++) {
        const spread = 10 ** (-1 - 3 * random())
        const centre = line[Math.floor(line.length * random())]!
        const shape = Array.from({ length: 2 + Math.floor(40 * random()) }, () => ({
          lat: centre.lat + spread * (random() - 0.5),
          lon: centre.lon + spread * (random() - 0.5),
        }))
        const asked = snap({ shape, travel: travelTypes[i % 5], search_radius: 100 })
        await asked.then(
          () => outcomes.matched++,
          (error) => {
            expect(error).toMatchObject({ code: 'match_failed' })
            outcomes.refused++
          },
        )
      }
      expect(outcomes.matched).toBeGreaterThan(100)
    },
    120_000,
  )
})

describe('a trace in the demo region', () => {
  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  const [from, to] = truth.routable as [LatLon, LatLon]

  test('is matched to the route that it follows', async () => {
    const line = await lineOf(from, to)
    const { trip } = await engine.route({ locations: [from, to], costing: 'auto' })
    const { route, confidence, warnings } = await snap({ shape: line })
    expect(route.distance_meters / (trip.summary.length * 1000)).toBeCloseTo(1, 2)
    expect(confidence).toBe(1)
    expect(warnings).toEqual([])
    expect(route.waypoints.map(({ original_index }) => original_index)).toEqual([
      0,
      line.length - 1,
    ])
  })

  /** Returns random ways of a few kilometres as traces with noise in metres. */
  async function noisyTraces(noise: number, travel: string, spacings = [5, 15, 30]) {
    const random = seeded(noise)
    const pairs = truth.routable.slice(0, 6).map((at, i) => [at, truth.routable[i + 1]!] as const)
    const traces = []
    for (const [start, end] of pairs) {
      const line = await lineOf(start, end, travel)
      const lengthMeters = lengthOf(line)
      for (const spacing of spacings) {
        traces.push({ lengthMeters, shape: withNoise(sampleEvery(line, spacing), noise, random) })
      }
    }
    return traces
  }

  test.each(
    (['auto', 'bicycle', 'pedestrian'] as const).flatMap((travel) =>
      (withCampaigns ? [3, 10, 20, 30] : [30]).map((noise) => ({ travel, noise })),
    ),
  )(
    'is matched by $travel with $noise m of noise in one or two pieces of the right length',
    async (trip) => {
      const { travel, noise } = trip
      const errors: number[] = []
      let pieces = 0
      for (const { shape, lengthMeters } of await noisyTraces(noise, travel)) {
        const answer = await snap({ shape, travel })
        errors.push(Math.abs(answer.route.distance_meters / lengthMeters - 1))
        pieces += answer.pieces.length
      }
      expect(errors.sort((a, b) => a - b)[errors.length >> 1]).toBeLessThan(0.02)
      expect(pieces / errors.length).toBeLessThan(1.5)
    },
  )

  test('has a low confidence when its way is much longer, and a high confidence when it is right', async () => {
    const counts = { longer: 0, right: 0 }
    for (const noise of withCampaigns ? [10, 20, 30] : [10, 30]) {
      for (const { shape, lengthMeters } of await noisyTraces(noise, 'auto', [5, 15])) {
        // The stated accuracy is too small: the way runs into side roads and back.
        const answer = await snap({ shape, gps_accuracy: 12 }).catch(() => undefined)
        const share = (answer?.route.distance_meters ?? 0) / lengthMeters
        if (share > 1.3) {
          expect(answer!.confidence).toBeLessThan(0.75)
          counts.longer++
        } else if (Math.abs(share - 1) < 0.03) {
          expect(answer!.confidence).toBeGreaterThan(0.75)
          counts.right++
        }
      }
    }
    expect(counts.longer).toBeGreaterThanOrEqual(withCampaigns ? 3 : 1)
    expect(counts.right).toBeGreaterThan(withCampaigns ? 10 : 3)
  })

  test('has lines and points in GeoJSON', async () => {
    const shape = sampleEvery(await lineOf(from, to), 50)
    const answer = await snap({ shape })
    const collection = snappedToGeojson(answer)
    expect(SnapFeatureCollection.safeParse(collection).error).toBe(undefined)
    const kinds = collection.features.map(({ properties }) => properties.kind)
    expect(kinds.filter((kind) => kind === 'piece')).toHaveLength(answer.pieces.length)
    expect(kinds.filter((kind) => kind === 'matched_point')).toHaveLength(shape.length)
  })

  test('is matched in between when it begins and ends in an excluded polygon', async () => {
    const shape = sampleEvery(await lineOf(from, to), 30)
    const around = ({ lat, lon }: LatLon) => ({
      type: 'Polygon',
      coordinates: [
        [
          [lon - 0.002, lat - 0.001],
          [lon + 0.002, lat - 0.001],
          [lon + 0.002, lat + 0.001],
          [lon - 0.002, lat + 0.001],
          [lon - 0.002, lat - 0.001],
        ],
      ],
    })
    const { matched_points, pieces } = await snap({
      shape,
      exclude_polygons: [around(shape[0]!), around(shape.at(-1)!)],
    })
    expect([matched_points[0]!.type, matched_points.at(-1)!.type]).toEqual([
      'unmatched',
      'unmatched',
    ])
    expect(pieces).toHaveLength(1)
    // After the polygon come an outlier in its own run, and a gap.
    const outlier = { lat: shape[0]!.lat + 0.03, lon: shape[0]!.lon }
    const again = await snap({
      shape: [shape[0]!, outlier, ...shape.slice(10)],
      exclude_polygons: [around(shape[0]!)],
    })
    expect(again.matched_points[0]!.type).toBe('unmatched')
    expect(again.matched_points.at(-1)!.type).toBe('matched')
  })

  test('is refused with advice when it is out at sea', async () => {
    const shape = [
      { lat: 40, lon: -40 },
      { lat: 40.001, lon: -40 },
    ]
    await expect(snap({ shape })).rejects.toMatchObject({
      code: 'match_failed',
      message: expect.stringMatching('raise search_radius'),
    })
  })

  test('has a route of length 0 when it stands still', async () => {
    const answer = await snap({ shape: [from, from, from] })
    expect(answer.route.distance_meters).toBe(0)
    expect(SnapFeatureCollection.safeParse(snappedToGeojson(answer)).error).toBe(undefined)
  })
})
