import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import {
  decodePolyline,
  distanceMeters,
  type Geometry,
  type LatLon,
  makeFeatureCollection,
  roundPosition,
} from '#ground/geo'
import { unavailable } from '#platform/errors'
import { openStorage } from '#platform/storage'
import {
  type Engine,
  type EngineQuery,
  findIsochrone,
  isochroneToGeojson,
  openEngine,
  type PlaceIndex,
} from '#routing/operations'
import { IsochroneFeatureCollection, IsochroneRequest, IsochroneResponse } from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../../fixtures/andorra.ts'
import { seeded } from '../../../fixtures/random.ts'
import { plainTiles } from '../../../fixtures/tiles.ts'
import { withCampaigns } from '../../../setup/suite.ts'
import { contains, covers, keepsRightHandRule, validityOf } from './validity.ts'

type Body = Record<string, unknown>

async function ask(engine: Engine, body: Body, signal?: AbortSignal) {
  const warnings: string[] = []
  const request = IsochroneRequest.parse(body)
  const warn = (text: string) => void warnings.push(text)
  const answer = await findIsochrone(engine, request, { warn, ...(signal && { signal }) })
  expect(IsochroneResponse.strict().safeParse(answer).error).toBe(undefined)
  return { ...answer, warnings }
}

interface LocatedItem {
  edges: { correlated_lat: number; correlated_lon: number }[] | null
}

/** Returns the square degrees of the box around an outline. */
function boxSize(geometry: { type: string; coordinates: unknown }): number {
  const [west, south, east, north] = makeFeatureCollection([
    { type: 'Feature', geometry: geometry as Geometry, properties: {} },
  ]).bbox!
  return (east - west) * (north - south)
}

/** Returns the square degrees of a contour. */
function areaOf({ type, coordinates }: { type: string; coordinates: unknown }): number {
  const rings = (coordinates as number[][][][]).flat(type === 'Polygon' ? 0 : 1)
  let twice = 0
  for (const ring of rings as unknown as [number, number][][]) {
    for (let i = 1; i < ring.length; i++) {
      twice += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1]
    }
  }
  return twice / 2
}

/** Returns the share of points within an outline that the engine's matrix reaches in 1.1 times the minutes. */
async function reachedShare(engine: Engine, origin: LatLon, body: Body, seed: number) {
  const random = seeded(seed)
  const { travel, contours } = await ask(engine, { locations: [origin], ...body })
  const [{ geometry, value }] = contours as [(typeof contours)[0]]
  const positions = geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2) as number[][]
  const lons = positions.map(([lon]) => lon!)
  const lats = positions.map(([, lat]) => lat!)
  const between = (values: number[]) => {
    const low = Math.min(...values)
    return low + (Math.max(...values) - low) * random()
  }
  const points: LatLon[] = []
  while (points.length < 40) {
    const [lon, lat] = [between(lons), between(lats)]
    if (contains(geometry, lon, lat)) points.push({ lat, lon })
  }
  const located = await engine.call<LocatedItem[]>('locate', { locations: points, costing: travel })
  const targets = points.filter((_, i) => located[i]!.edges?.length)
  const matrix = await engine.call<{ sources_to_targets: { durations: (number | null)[][] } }>(
    'matrix',
    { sources: [origin], targets, costing: travel, verbose: false },
  )
  const times = matrix.sources_to_targets.durations[0]!
  const reached = times.filter((seconds) => seconds !== null && seconds <= value * 66)
  return { reached: reached.length, of: points.length }
}

/** Contours that follow the roads, by travel type. */
const nearContours = [
  { travel: 'pedestrian', contour: { time: 10 } },
  { travel: 'bicycle', contour: { time: 5 } },
  { travel: 'auto', contour: { time: 4 } },
  { travel: 'pedestrian', contour: { distance: 0.8 } },
  { travel: 'bicycle', contour: { distance: 2 } },
  { travel: 'auto', contour: { distance: 3 } },
  { travel: 'bus', contour: { distance: 3 } },
  { travel: 'truck', contour: { distance: 3 } },
] as const

interface Reach {
  isInside: boolean
  isReached: boolean
}

/** For ends of routes in and around a contour, returns whether it contains them and whether the route reaches them. */
async function reachOfRoutes(
  engine: Engine,
  origin: LatLon,
  { travel, contour }: (typeof nearContours)[number],
  seed: number,
): Promise<Reach[]> {
  const random = seeded(seed)
  const { contours } = await ask(engine, { locations: [origin], travel, contours: [contour] })
  const [{ geometry }] = contours as [(typeof contours)[0]]
  const [west, south, east, north] = makeFeatureCollection([
    { type: 'Feature', geometry: geometry as Geometry, properties: {} },
  ]).bbox!
  const within = (low: number, high: number) => low + (high - low) * (1.3 * random() - 0.15)
  const found: Reach[] = []
  for (let tries = 0; tries < routesPerReach; tries++) {
    const target = { lat: within(south, north), lon: within(west, east) }
    const query = { locations: [origin, target], costing: travel }
    const byMetric = 'time' in contour ? {} : { [travel]: { shortest: true } }
    const route = await engine.route({ ...query, costing_options: byMetric }).catch(() => undefined)
    if (!route) continue
    const { lat, lon } = decodePolyline(route.trip.legs[0]!.shape).at(-1)!
    const { time, length } = route.trip.summary
    const [value, limit] =
      'time' in contour ? [time, contour.time * 60] : [length, contour.distance]
    // Metres and seconds are rounded on the way.
    if (Math.abs(value / limit - 1) < 0.01) continue
    found.push({ isInside: contains(geometry, lon, lat), isReached: value < limit })
  }
  return found
}

const denoiseValues = withCampaigns ? [0, 0.5, 1] : [0.5]
const generalizeValues = withCampaigns ? [undefined, 0, 200, 1_000] : [undefined, 200]
const reachMinutes = withCampaigns ? [10, 40] : [20]
/** Number of origins, of four, whose contour shapes are checked. */
const drawnOrigins = withCampaigns ? 4 : 2
/** Routes to and around each short contour. */
const routesPerReach = withCampaigns ? 30 : 15

function suite(engineOf: () => Engine, origins: readonly LatLon[]) {
  const cases = origins
    .slice(0, drawnOrigins)
    .flatMap((origin) =>
      (['pedestrian', 'bicycle', 'auto', 'truck'] as const).map((travel) => ({ origin, travel })),
    )

  test.each(cases)('are valid and nested by $travel from $origin.lat', async (given) => {
    const { origin, travel } = given
    // Each travel type is tested with each pair of the two options from one of the origins.
    for (const [i, generalize] of generalizeValues.entries()) {
      const denoise = denoiseValues[(i + origins.indexOf(origin)) % denoiseValues.length]!
      const { contours } = await ask(engineOf(), {
        locations: [origin],
        travel,
        contours: [{ time: 10 }, { distance: 3 }, { time: 60 }, { time: 1 }],
        denoise,
        generalize,
      })
      for (const { geometry } of contours) {
        expect(validityOf(geometry)).toBe('valid')
        expect(keepsRightHandRule(geometry)).toBe(true)
        if (denoise === 1) expect(geometry.type).toBe('Polygon')
      }
      expect(covers(contours[2]!.geometry, contours[0]!.geometry)).toBe(true)
      expect(covers(contours[0]!.geometry, contours[3]!.geometry)).toBe(true)
    }
  })

  test('contain points, of which 95 % are reached within 1.1 times the minutes', async () => {
    const total = { reached: 0, of: 0 }
    for (const [i, { origin, travel }] of cases.entries()) {
      for (const time of reachMinutes) {
        const body = { travel, contours: [{ time }] }
        const { reached, of } = await reachedShare(engineOf(), origin, body, i * 100 + time)
        total.reached += reached
        total.of += of
      }
    }
    expect(total.reached / total.of).toBeGreaterThanOrEqual(0.95)
  })

  test('contain the ends of routes that reach them, and few others, at short range', async () => {
    const found: Reach[] = []
    for (const [i, origin] of origins.entries()) {
      for (const [k, near] of nearContours.entries()) {
        found.push(...(await reachOfRoutes(engineOf(), origin, near, 10 * i + k)))
      }
    }
    const reached = found.filter(({ isReached }) => isReached)
    const inside = found.filter(({ isInside }) => isInside)
    const both = reached.filter(({ isInside }) => isInside)
    expect(reached.length).toBeGreaterThan(200 * (routesPerReach / 60))
    expect(both.length / reached.length).toBeGreaterThanOrEqual(0.98)
    expect(both.length / inside.length).toBeGreaterThanOrEqual(0.93)
  })

  test('are in the order of the request, with metric, value and colour', async () => {
    const { contours } = await ask(engineOf(), {
      locations: [origins[0]],
      contours: [{ time: 15, color: 'FF0000' }, { distance: 1.5 }, { time: 5 }],
    })
    expect(contours.map(({ geometry: _, ...contour }) => contour)).toEqual([
      { metric: 'time', value: 15, color: 'ff0000' },
      { metric: 'distance', value: 1.5 },
      { metric: 'time', value: 5 },
    ])
  })
}

describe('isochrones of the demo region', () => {
  let engine: Engine
  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  suite(() => engine, truth.routable.slice(0, 4))

  const at = truth.routable[0]!

  test('have equal detail beside a larger contour and alone', async () => {
    const alone = await ask(engine, { locations: [at], travel: 'auto', contours: [{ time: 3 }] })
    const beside = await ask(engine, {
      locations: [at],
      travel: 'auto',
      contours: [{ time: 120 }, { time: 3 }],
    })
    const vertices = (geometry: object) => JSON.stringify(geometry).split('],[').length
    expect(vertices(beside.contours[1]!.geometry)).toBeGreaterThanOrEqual(
      vertices(alone.contours[0]!.geometry),
    )
  })

  test('grow with the requested speed', async () => {
    const outlineAt = async (walking_speed: number) => {
      const { contours } = await ask(engine, {
        locations: [at],
        contours: [{ time: 20 }],
        travel_options: { pedestrian: { walking_speed } },
        denoise: 1,
      })
      return boxSize(contours[0]!.geometry)
    }
    expect(await outlineAt(10)).toBeGreaterThan(2 * (await outlineAt(3)))
  })

  test('are refused with the index of the location when it is far out at sea', async () => {
    const asked = ask(engine, { locations: [{ lat: 40, lon: -40 }], contours: [{ time: 10 }] })
    await expect(asked).rejects.toMatchObject({
      code: 'location_not_routable',
      fields: { location_index: 0 },
    })
  })

  test('are polygons, largest first, with the origin as a point in GeoJSON', async () => {
    const answer = await ask(engine, {
      locations: [at],
      contours: [{ time: 5, color: '0f0' }, { time: 20 }],
    })
    const collection = isochroneToGeojson(answer)
    expect(IsochroneFeatureCollection.strict().safeParse(collection).error).toBe(undefined)
    expect(collection.features.map(({ properties }) => properties)).toMatchObject([
      { kind: 'contour', value: 20, travel: 'pedestrian', 'fill-opacity': 0.33 },
      { kind: 'contour', value: 5, color: '0f0', fill: '#0f0' },
      { kind: 'origin' },
    ])
  })

  test('have no places in a region without places, with a warning unless include_places is false', async () => {
    const body = { locations: [at], contours: [{ time: 5 }] }
    const { warnings, contours } = await ask(engine, body)
    expect(warnings).toEqual(['reachable_places left out: the places of this region are not there'])
    expect(contours[0]).not.toHaveProperty('reachable_places')
    expect((await ask(engine, { ...body, include_places: false })).warnings).toEqual([])
    await expect(ask(engine, { from: 'Lagrin', contours: [{ time: 5 }] })).rejects.toThrow(
      'send locations',
    )
  })

  test('start from a place name, and list the places inside each contour', async () => {
    const warnings: string[] = []
    const index: PlaceIndex = {
      find: async () => at,
      async *within() {
        for (const name of ['here', 'too']) {
          const coordinates = { lat: at.lat, lng: at.lon }
          yield { name, label: name, place_type: 'locality', coordinates }
        }
      },
    }
    const request = IsochroneRequest.parse({ from: 'Lagrin', contours: [{ time: 9 }, { time: 5 }] })
    const context = { warn: (text: string) => warnings.push(text), places: index }
    const answer = await findIsochrone(engine, request, context)
    expect(warnings).toEqual([])
    expect(answer.origin).toEqual(roundPosition(at))
    const names = answer.contours.map((contour) =>
      contour.reachable_places!.map(({ name }) => name),
    )
    expect(names).toEqual([[], ['here', 'too']])
    const collection = isochroneToGeojson(answer)
    expect(IsochroneFeatureCollection.strict().safeParse(collection).error).toBe(undefined)
    expect(collection.features.at(-1)).toMatchObject({
      geometry: { type: 'Point', coordinates: [at.lon, at.lat] },
      properties: { kind: 'reachable_place', name: 'too', metric: 'time', value: 5 },
    })
  })

  test('are drawn without places when the index cannot be read', async () => {
    const warnings: string[] = []
    const broken: PlaceIndex = {
      find: async () => at,
      // biome-ignore lint/correctness/useYield: it fails before the first.
      async *within() {
        throw unavailable(new Error('the store'))
      },
    }
    const request = IsochroneRequest.parse({ locations: [at], contours: [{ time: 5 }] })
    const context = { warn: (text: string) => warnings.push(text), places: broken }
    const { contours } = await findIsochrone(engine, request, context)
    expect(contours[0]).not.toHaveProperty('reachable_places')
    expect(warnings).toEqual([
      'reachable_places left out: the places of this region cannot be read now',
    ])
  })
})

describeOnAndorra('isochrones of Andorra', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await andorraEngine()
  })

  suite(() => engine, Object.values(places))

  test('follow the shortest way for a distance, unless the request asks for the quickest', async () => {
    const areaBy = async (options: object) => {
      let area = 0
      for (const origin of Object.values(places)) {
        const { contours } = await ask(engine, {
          locations: [origin],
          travel: 'bicycle',
          contours: [{ distance: 3 }, { distance: 8 }],
          travel_options: { bicycle: options },
        })
        for (const { geometry } of contours) area += areaOf(geometry)
      }
      return area
    }
    const shortest = await areaBy({})
    expect(shortest).toBe(await areaBy({ shortest: true }))
    expect(shortest / (await areaBy({ shortest: false }))).toBeGreaterThan(1.1)
  })
})

describe('a simplified contour', () => {
  /** A square of about 1.1 km with a tooth of 11 m, and a separate speck of 44 m. */
  const square = [
    [1, 42],
    [1.005, 42],
    [1.005, 42.0001],
    [1.0051, 42],
    [1.01, 42],
    [1.01, 42.01],
    [1, 42.01],
    [1, 42],
  ]
  const speck = [
    [1.02, 42],
    [1.0204, 42],
    [1.0204, 42.0004],
    [1.02, 42],
  ]

  async function drawn(
    generalize: number | undefined,
    rings = [square, speck],
    signal?: AbortSignal,
  ) {
    const queries: EngineQuery[] = []
    const engine = {
      call: async (_: string, query: EngineQuery) => {
        queries.push(query)
        const geometry = { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) }
        return { features: [{ geometry }] }
      },
      tiles: plainTiles,
    } as unknown as Engine
    const body = {
      locations: [{ lat: 42, lon: 1 }],
      // The time is long enough for the engine to draw the contour.
      contours: [{ time: 60 }],
      denoise: 0,
      generalize,
    }
    const { contours, warnings } = await ask(engine, body, signal)
    return { query: queries[0]!, geometry: contours[0]!.geometry, warnings }
  }

  test('keeps every vertex at tolerance 0, and only larger shapes at 100 m', async () => {
    expect((await drawn(0)).geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [[rotated(square)], [rotated(speck)]],
    })
    const [southWest, southEast] = [square[0]!, square[4]!]
    const { geometry } = await drawn(100)
    expect(geometry.type).toBe('Polygon')
    expect(geometry.coordinates[0]).toHaveLength(5)
    expect(geometry.coordinates[0]).toEqual(expect.arrayContaining([southWest, southEast]))
  })

  test('stays unsimplified when nothing would remain', async () => {
    expect((await drawn(1_000, [speck])).geometry).toEqual({
      type: 'Polygon',
      coordinates: [rotated(speck)],
    })
  })

  /** A circle of about 50 km around the origin; every other position is 20 m farther out. */
  const jagged = (count: number) =>
    Array.from({ length: count + 1 }, (_, i) => {
      const angle = (2 * Math.PI * (i % count)) / count
      const radius = 0.45 + (i % 2 ? 0.0002 : 0)
      return [1 + 1.3 * radius * Math.cos(angle), 42 + radius * Math.sin(angle)]
    })

  test('is simplified even at tolerance 0, with a warning, when it has too many positions', async () => {
    const { geometry, warnings } = await drawn(0, [jagged(120_000)])
    expect(warnings[0]).toBe(
      'borders so long were straightened by up to 25 m: ask for smaller contours',
    )
    expect((geometry.coordinates as unknown[][]).flat(1).length).toBeLessThan(100_000)
    expect(validityOf(geometry)).toBe('valid')
    for (const [lon, lat] of geometry.coordinates[0] as [number, number][]) {
      const radius = Math.hypot((lon - 1) / 1.3, lat - 42)
      expect(radius).toBeGreaterThan(0.4495)
      expect(radius).toBeLessThan(0.4505)
    }
  })

  test('lets timers run while it is drawn, and stops when it is aborted', async () => {
    const signal = AbortSignal.timeout(50)
    await expect(drawn(0, [jagged(90_000)], signal)).rejects.toThrow('timeout')
  })

  test('is a square of half a cell in each direction when the engine returns no ring', async () => {
    const { geometry } = await drawn(0, [])
    const [ring] = geometry.coordinates as [[number, number][]]
    expect(ring).toHaveLength(5)
    expect(validityOf(geometry)).toBe('valid')
    for (const [lon, lat] of ring) {
      expect(distanceMeters({ lat: 42, lon: 1 }, { lat, lon })).toBeCloseTo(50, -0.5)
    }
  })

  test('is not simplified by the engine, which takes minutes at small tolerances', async () => {
    expect((await drawn(0.01)).query.generalize).toBe(0)
    expect((await drawn(undefined)).query).not.toHaveProperty('generalize')
  })
})

/** Matches a ring wherever it begins; an arrangement starts it at any position. */
function rotated(ring: number[][]): unknown {
  return {
    asymmetricMatch: (other: number[][]) => {
      const [a, b] = [ring, other].map((closed) => {
        const open = closed.slice(1).map((position) => position.join())
        const least = open.indexOf([...open].sort()[0]!)
        return [...open.slice(least), ...open.slice(0, least)].join(' ')
      })
      return a === b
    },
  }
}
