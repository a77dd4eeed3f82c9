import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { distanceMeters, type LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { openStorage } from '#platform/storage'
import {
  type Engine,
  findMatrix,
  findRoute,
  matrixToGeojson,
  openEngine,
} from '#routing/operations'
import {
  MatrixFeatureCollection,
  MatrixRequest,
  MatrixResponse,
  RouteRequest,
  type TravelType,
  travelTypes,
} from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { andorraEngine, describeOnAndorra, places } from '../../../fixtures/andorra.ts'
import { seeded } from '../../../fixtures/random.ts'
import { cases, runs, withCampaigns } from '../../../setup/suite.ts'

/** Travel types for Andorra, where a route takes longer to compute than on the demo island. */
const someTravelTypes = withCampaigns ? travelTypes : (['auto', 'pedestrian'] as const)

let engine: Engine

async function ask(body: Record<string, unknown>) {
  const warnings: string[] = []
  const request = MatrixRequest.parse(body)
  const answer = await findMatrix(engine, request, { warn: (text) => warnings.push(text) })
  expect(MatrixResponse.strict().safeParse(answer).error).toBe(undefined)
  return { ...answer, answer, warnings }
}

const unroutable: readonly string[] = ['no_route', 'location_not_routable']

/** Returns distance and time of the route between two points; `null` without a route. */
async function routed(from: LatLon, to: LatLon, travel: TravelType) {
  try {
    const request = RouteRequest.parse({ locations: [from, to], travel })
    const { route } = await findRoute(engine, request, { warn: () => {} })
    return { meters: route.distance_meters, seconds: route.duration_seconds }
  } catch (error) {
    if (error instanceof ApiError && unroutable.includes(error.code)) return null
    throw error
  }
}

/**
 * Returns the share of cells that equal the route, within 1 m and 1 s. All others must be within the bound that
 * the contract states, and both must agree on every `null`.
 */
async function shareAsRouted(sources: LatLon[], targets: LatLon[], travel: TravelType) {
  const { matrix } = await ask({ sources, targets, travel })
  let same = 0
  for (const [i, from] of sources.entries()) {
    for (const [j, to] of targets.entries()) {
      const cell = matrix[i]![j]
      const route = await routed(from, to, travel)
      expect(cell === null, JSON.stringify([from, to])).toBe(route === null)
      if (!cell || !route) {
        same++
        continue
      }
      expect(cell.duration_seconds).toBeLessThanOrEqual(1.05 * route.seconds + 2)
      const isSame =
        Math.abs(cell.distance_meters - route.meters) < 1.5 &&
        Math.abs(cell.duration_seconds - route.seconds) < 1.01
      if (isSame) same++
    }
  }
  return same / (sources.length * targets.length)
}

const atSea = { lat: 46.2, lon: -28.9 }
const [first, second, third] = truth.routable as readonly LatLon[] as [LatLon, LatLon, LatLon]

describe('a matrix of the demo region', () => {
  beforeAll(async () => {
    const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
    const dataset = await openDataset(storage, 'demo')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  test.each(travelTypes)('has the distances and times of routes, by %s', async (travel) => {
    const sources = truth.routable.slice(0, 9)
    const targets = truth.routable.slice(-8)
    expect(await shareAsRouted([...sources], [...targets], travel)).toBeGreaterThan(0.9)
  })

  test.each(travelTypes)(
    'has the distances and times of routes to one place, by %s',
    async (travel) => {
      expect(await shareAsRouted([...truth.routable], [first], travel)).toBeGreaterThan(0.8)
      expect(await shareAsRouted([first], [...truth.routable], travel)).toBeGreaterThan(0.8)
    },
  )

  test('has a row for each source and a cell for each target', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...truth.routable), { minLength: 1, maxLength: 9 }),
        fc.array(fc.constantFrom(...truth.routable), { minLength: 1, maxLength: 9 }),
        fc.constantFrom(...travelTypes),
        async (sources, targets, travel) => {
          const { matrix, ...echo } = await ask({ sources, targets, travel })
          expect(echo.sources).toHaveLength(sources.length)
          expect(echo.targets).toHaveLength(targets.length)
          expect(matrix.map((row) => row.length)).toEqual(sources.map(() => targets.length))
          for (const [i, from] of sources.entries()) {
            for (const [j, to] of targets.entries()) {
              const cell = matrix[i]![j]!
              // No way is shorter than the straight line; a location snaps within a metre or so.
              expect(cell.distance_meters).toBeGreaterThan(distanceMeters(from, to) * 0.995 - 15)
              if (from === to) expect(cell).toEqual({ distance_meters: 0, duration_seconds: 0 })
            }
          }
        },
      ),
      { numRuns: runs(60) },
    )
  })

  test.each(travelTypes)(
    'is the same by %s when repeated, and nearly the same for a single row',
    async (travel) => {
      const body = { sources: truth.routable, targets: truth.routable, travel }
      const once = await ask(body)
      expect((await ask(body)).matrix).toEqual(once.matrix)
      const row = await ask({ ...body, sources: [second] })
      const found = once.matrix[1]!.filter(
        (cell, j) =>
          Math.abs(cell!.duration_seconds - row.matrix[0]![j]!.duration_seconds) <= 1 &&
          Math.abs(cell!.distance_meters - row.matrix[0]![j]!.distance_meters) <= 1,
      )
      expect(found.length).toBeGreaterThanOrEqual(0.9 * row.targets.length)
    },
  )

  test.each(travelTypes)('has null cells for points without a road, by %s', async (travel) => {
    const good = { sources: [first, second], targets: [third, first] }
    const { matrix } = await ask({ ...good, travel })
    const bad = await ask({
      sources: [first, atSea, second],
      targets: [third, { lat: 0, lon: 0 }, first],
      travel,
    })
    expect(bad.matrix).toEqual([
      [matrix[0]![0], null, matrix[0]![1]],
      [null, null, null],
      [matrix[1]![0], null, matrix[1]![1]],
    ])
    expect(bad.warnings).toEqual([
      `null cells: no road open to ${travel} within 2,000 m of sources.1, targets.1`,
    ])
  })

  test.each(travelTypes)(
    'is null by %s exactly where route fails, for any points on the island and at sea',
    async (travel) => {
      const { min_lat, max_lat, min_lon, max_lon } = truth.bounds
      const anywhere = fc.record({
        lat: fc.double({ min: min_lat, max: max_lat, noNaN: true }),
        lon: fc.double({ min: min_lon, max: max_lon, noNaN: true }),
      })
      const point = fc.oneof(anywhere, fc.constantFrom(...truth.routable), fc.constant(atSea))
      await fc.assert(
        fc.asyncProperty(
          fc.array(point, { minLength: 1, maxLength: 7 }),
          fc.array(point, { minLength: 1, maxLength: 7 }),
          async (sources, targets) => {
            await shareAsRouted(sources, targets, travel)
          },
        ),
        { numRuns: cases({ quick: 10, full: 16 }) },
      )
    },
  )

  test('has only null cells for points without roads', async () => {
    const { matrix, warnings } = await ask({ sources: [atSea, atSea], targets: [atSea] })
    expect(matrix).toEqual([[null], [null]])
    expect(warnings).toHaveLength(1)
  })

  test('lists only the first of many points without roads', async () => {
    const { warnings } = await ask({ sources: Array(50).fill(atSea), targets: [first] })
    expect(warnings[0]).toMatch(/sources\.0, .*sources\.4 and 45 more$/)
    expect(warnings[0]!.length).toBeLessThan(200)
  })

  test('follows the options of the travel type', async () => {
    const { from, to, maxHeightMeters } = truth.lowPassage
    const metres = async (height: number) => {
      const travel_options = { truck: { height } }
      const body = { sources: [from], targets: [to], travel: 'truck', travel_options }
      return (await ask(body)).matrix[0]![0]!.distance_meters
    }
    expect(await metres(maxHeightMeters + 0.1)).toBeGreaterThan(
      1.5 * (await metres(maxHeightMeters - 0.1)),
    )
  })

  test('warns about options for another travel type', async () => {
    const travel_options = { truck: { height: 4 } }
    const { warnings } = await ask({ sources: [first], targets: [second], travel_options })
    expect(warnings).toEqual(['ignored travel_options.truck: the travel type is auto'])
  })

  test('has sources and targets as points in GeoJSON, with the matrix beside them', async () => {
    const { answer } = await ask({ sources: [first, atSea], targets: [second] })
    const collection = matrixToGeojson(answer)
    expect(MatrixFeatureCollection.strict().safeParse(collection).error).toBe(undefined)
    expect(collection).toMatchObject({ matrix: answer.matrix })
    expect(collection.features.map(({ properties }) => properties)).toEqual([
      { kind: 'source', index: 0 },
      { kind: 'source', index: 1 },
      { kind: 'target', index: 0 },
    ])
    expect(collection.features[1]!.geometry!.coordinates).toEqual([atSea.lon, atSea.lat])
  })

  test('rejects with the reason of an aborted signal', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    const request = MatrixRequest.parse({ sources: [first], targets: [second] })
    await expect(findMatrix(engine, request, { warn: () => {}, signal })).rejects.toThrow('gone')
  })
})

describeOnAndorra('a matrix of Andorra', () => {
  const points: LatLon[] = []

  beforeAll(async () => {
    engine = await andorraEngine()
    const random = seeded(3)
    const { andorraLaVella, pasDeLaCasa } = places
    const around = Array.from({ length: 200 }, () => ({
      lat: 42.45 + 0.17 * random(),
      lon: andorraLaVella.lon - 0.06 + (pasDeLaCasa.lon - andorraLaVella.lon + 0.06) * random(),
    }))
    const located = await engine.call<{ edges: Record<string, number>[] | null }[]>('locate', {
      locations: around,
      costing: 'auto',
      verbose: true,
    })
    for (const { edges } of located) {
      const [edge] = edges ?? []
      if (!edge || edge.distance! > 500) continue
      points.push({ lat: edge.correlated_lat!, lon: edge.correlated_lon! })
    }
  })

  test.each(someTravelTypes)('has the distances and times of routes, by %s', async (travel) => {
    expect(points.length).toBeGreaterThan(24)
    const share = await shareAsRouted(points.slice(0, 12), points.slice(12, 24), travel)
    expect(share).toBeGreaterThan(0.95)
  })

  describe('a matrix to places that no way reaches', () => {
    const home = { lat: 42.5075, lon: 1.5218 }
    const [near, unreached] = [
      { lat: 42.512, lon: 1.53 },
      { lat: 42.603361, lon: 1.443069 },
    ]

    test('has null only for these places, on foot', async () => {
      const { matrix } = await ask({
        travel: 'pedestrian',
        sources: [home],
        targets: [near, unreached],
      })
      expect(await routed(home, unreached, 'pedestrian')).toBe(null)
      const { meters } = (await routed(home, near, 'pedestrian'))!
      expect(matrix).toEqual([
        [
          { distance_meters: expect.closeTo(meters, -1), duration_seconds: expect.any(Number) },
          null,
        ],
      ])
    })

    test('has a single null cell for a single such place, on foot', async () => {
      const body = { sources: [home], targets: [unreached], travel: 'pedestrian' }
      expect((await ask(body)).matrix).toEqual([[null]])
    })

    test('leads by bicycle to the same one of two nearby roads as the route', async () => {
      const sources = [
        { lat: 42.574453, lon: 1.655517 },
        { lat: 42.522571, lon: 1.674236 },
        { lat: 42.475085, lon: 1.568991 },
      ]
      // 48 m from the main road and 93 m from a service road that few roads lead to.
      const targets = [{ lat: 42.543587, lon: 1.70897 }]
      expect(await shareAsRouted(sources, targets, 'bicycle')).toBe(1)
    })

    test('finds the same way of 22.8 km by bicycle as the route', async () => {
      const beyondGates = { lat: 42.602201, lon: 1.437699 }
      const { matrix } = await ask({ travel: 'bicycle', sources: [home], targets: [beyondGates] })
      const route = await routed(home, beyondGates, 'bicycle')
      expect(route!.meters).toBeGreaterThan(22_000)
      expect(matrix[0]![0]!.distance_meters / route!.meters).toBeCloseTo(1, 2)
    })

    test.each(someTravelTypes)(
      'is null by %s exactly where route fails, for any points in the mountains',
      async (travel) => {
        const mountains = fc.record({
          lat: fc.double({ min: 42.44, max: 42.65, noNaN: true }),
          lon: fc.double({ min: 1.41, max: 1.78, noNaN: true }),
        })
        await fc.assert(
          fc.asyncProperty(
            fc.array(mountains, { minLength: 1, maxLength: 3 }),
            fc.array(mountains, { minLength: 1, maxLength: 12 }),
            async (sources, targets) => {
              const { matrix } = await ask({ travel, sources, targets })
              for (const [i, from] of sources.entries()) {
                for (const [j, to] of targets.entries()) {
                  const route = await routed(from, to, travel)
                  expect(matrix[i]![j] === null, JSON.stringify([from, to])).toBe(route === null)
                }
              }
            },
          ),
          { numRuns: cases({ quick: 10, full: 16 }) },
        )
      },
    )
  })

  test.runIf(withCampaigns)('is answered at 50 x 50 for every travel type', async () => {
    const fifty = Array.from({ length: 50 }, (_, i) => points[i % points.length]!)
    for (const travel of travelTypes) {
      const { matrix, warnings } = await ask({ sources: fifty, targets: fifty, travel })
      expect(warnings).toEqual([])
      expect(matrix.flat().filter((cell) => cell !== null).length).toBeGreaterThan(1_500)
      for (let i = 0; i < 50; i++) {
        expect(matrix[i]![i]).toEqual({ distance_meters: 0, duration_seconds: 0 })
      }
    }
  })
})
