import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { distanceMeters, type LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { openStorage } from '#platform/storage'
import {
  type Engine,
  type EngineAction,
  type EngineQuery,
  findMatrix,
  maxMatrixDistanceMeters,
  openEngine,
  optimizeStops,
} from '#routing/operations'
import { MatrixRequest, MatrixResponse, OptimizeRequest, travelTypes } from '#routing/schemas'
import { findConnectedAreas } from '#routing/tile-archive'
import { buildRegion } from '../../../../region/index.ts'
import { plainTiles } from '../../../fixtures/tiles.ts'
import { roadNet, tinyOsm } from '../../../region/tiny-osm.ts'
import { runs } from '../../../setup/suite.ts'

async function askOn(asked: Engine, body: Record<string, unknown>) {
  const warnings: string[] = []
  const request = MatrixRequest.parse(body)
  const answer = await findMatrix(asked, request, { warn: (text) => warnings.push(text) })
  expect(MatrixResponse.strict().safeParse(answer).error).toBe(undefined)
  return { ...answer, warnings }
}

/** An engine over endless land, in areas that meet at the given longitudes. */
function endlessEngine(
  borders: number[] = [],
  unlocatable: (point: LatLon) => boolean = () => false,
) {
  const queries: EngineQuery[] = []
  const areaOf = ({ lon }: LatLon) => borders.filter((border) => lon >= border).length
  const call = async (action: string, query: EngineQuery) => {
    if (action === 'locate') {
      return (query.locations as LatLon[]).map((point) => ({
        edges: unlocatable(point)
          ? null
          : [{ correlated_lat: point.lat, correlated_lon: point.lon }],
      }))
    }
    queries.push(query)
    const { sources, targets } = query as unknown as Record<'sources' | 'targets', LatLon[]>
    const all = [...sources, ...targets]
    if (all.some(unlocatable)) throw new ApiError('location_not_routable')
    if (new Set(all.map(areaOf)).size > 1) throw new ApiError('no_route')
    const cells = sources.map((from) => targets.map((to) => distanceMeters(from, to) / 1000))
    return {
      sources_to_targets: { distances: cells, durations: cells.map((row) => row.map(Math.round)) },
    }
  }
  return {
    engine: { call, tiles: { ...plainTiles, findArea: areaOf } } as unknown as Engine,
    queries,
  }
}

const at = (lon: number) => ({ lat: 45, lon })

describe('a matrix over far and separate areas', () => {
  test.each(travelTypes)('has null cells only between areas, by %s', async (travel) => {
    const { engine: divided } = endlessEngine([1])
    const { matrix } = await askOn(divided, {
      sources: [at(0.5), at(1.5)],
      targets: [at(1.6), at(0.6), at(0.7)],
      travel,
    })
    expect(matrix.map((row) => row.map((cell) => cell !== null))).toEqual([
      [false, true, true],
      [true, false, false],
    ])
  })

  test.each(travelTypes)('refuses a pair over the limit by name, by %s', async (travel) => {
    const degrees = (maxMatrixDistanceMeters[travel] / 78_800) * 1.02
    const body = { sources: [at(0), at(0.1)], targets: [at(0.2), at(degrees + 0.05)], travel }
    const { engine: endless, queries } = endlessEngine()
    await expect(askOn(endless, body)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(
        new RegExp(
          `^sources\\.0 is [\\d,]+ km from targets\\.1 .* at most [\\d,]+ km .* ${travel}`,
        ),
      ),
      fields: { details: [{ path: 'sources.0' }] },
    })
    expect(queries).toEqual([])
  })

  test('accepts a point without a road at any distance', async () => {
    const { engine: endless } = endlessEngine([], ({ lon }) => lon > 90)
    const { matrix } = await askOn(endless, { sources: [at(0)], targets: [at(170), at(1)] })
    expect(matrix[0]!.map((cell) => cell !== null)).toEqual([false, true])
  })

  test('applies the distance limit only within a connected area', async () => {
    const { engine: divided } = endlessEngine([50])
    const { matrix } = await askOn(divided, { sources: [at(0)], targets: [at(100), at(1)] })
    expect(matrix[0]!.map((cell) => cell !== null)).toEqual([false, true])
  })

  test.each([
    [12, 13, 3],
    [13, 12, 3],
    [7, 2, 4],
    [3, 1, 3],
  ])(
    'is requested for %d x %d on foot in %d blocks, with sources up to the number of targets',
    async (rows, columns, blocks) => {
      const line = (count: number) => Array.from({ length: count }, (_, i) => at(i / 100))
      const [sources, targets] = [line(rows), line(columns)]
      const { engine: endless, queries } = endlessEngine()
      const { matrix } = await askOn(endless, { sources, targets, travel: 'pedestrian' })
      expect(queries).toHaveLength(blocks)
      for (const query of queries) {
        expect((query.sources as LatLon[]).length).toBeLessThanOrEqual(columns)
      }
      for (const [i, from] of sources.entries()) {
        for (const [j, to] of targets.entries()) {
          expect(matrix[i]![j]!.distance_meters).toBeCloseTo(distanceMeters(from, to), 0)
        }
      }
    },
  )

  test('has null for a cell without a duration, whatever its distance', async () => {
    const { engine: endless } = endlessEngine()
    const call = (action: string, query: EngineQuery) =>
      action === 'matrix'
        ? { sources_to_targets: { distances: [[12.5, 0]], durations: [[null, 0]] } }
        : endless.call(action as EngineAction, query)
    const answering = {
      call: async (...asked: [string, EngineQuery]) => call(...asked),
      tiles: plainTiles,
    } as unknown as Engine
    const { matrix } = await askOn(answering, { sources: [at(0)], targets: [at(1), at(0)] })
    expect(matrix).toEqual([[null, { distance_meters: 0, duration_seconds: 0 }]])
  })

  test('passes on engine errors', async () => {
    const call = async () => {
      throw new ApiError('service_unavailable')
    }
    const failing = { call } as unknown as Engine
    await expect(
      askOn(failing, { sources: [at(0)], targets: [at(1)], travel: 'bicycle' }),
    ).rejects.toMatchObject({ code: 'service_unavailable' })
  })
})

describe('the connected areas of a tile set', () => {
  const columns = 1_440
  const tile = (row: number, column: number) => 2 + 8 * (row * columns + column)

  test('include all tiles that share a side, also across the antimeridian', () => {
    const areas = findConnectedAreas([
      tile(10, 0),
      tile(10, columns - 1),
      tile(11, 0),
      tile(12, 1),
      tile(0, 5),
      tile(719, 5),
      // Tiles of coarser levels are searched too.
      0 + 8 * 7,
      1 + 8 * 9,
    ])
    expect(areas.size).toBe(6)
    const area = (row: number, column: number) => areas.get(tile(row, column))
    expect(area(10, columns - 1)).toBe(area(10, 0))
    expect(area(11, 0)).toBe(area(10, 0))
    const apart = [area(10, 0), area(12, 1), area(0, 5), area(719, 5)]
    expect(new Set(apart).size).toBe(4)
  })

  test('merge into one for a filled block, in any order of its tiles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: columns - 1 }),
        fc.shuffledSubarray([...Array(16).keys()], { minLength: 16 }),
        (row, column, order) => {
          const ids = order.map((i) => tile(row + (i >> 2), (column + (i & 3)) % columns))
          expect(new Set(findConnectedAreas(ids).values()).size).toBe(1)
        },
      ),
    )
  })
})

describe('a matrix of a region with separate road networks', () => {
  /** South-western corners of road nets: two in one tile, one 78 km away, one over 1,200 km. */
  const corners = {
    home: { lat: 46.02, lon: 9.02 },
    beside: { lat: 46.12, lon: 9.12 },
    away: { lat: 46.02, lon: 10.02 },
    far: { lat: 57.02, lon: 9.02 },
  }
  const within = ({ lat, lon }: LatLon, row: number, column: number) => ({
    lat: lat + row * 0.005,
    lon: lon + column * 0.005,
  })
  let engine: Engine

  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'pieces-'))
    const storage = await openStorage({ CAIRN_HOME: home })
    const nodes: LatLon[] = []
    const ways: { nodes: number[]; tags: Record<string, string> }[] = []
    for (const { lat, lon } of Object.values(corners)) {
      const net = roadNet(lat, lon, 9, 0.005)
      for (const way of net.ways ?? []) {
        ways.push({ ...way, nodes: way.nodes.map((number) => number + nodes.length) })
      }
      nodes.push(...net.nodes)
    }
    const osm = join(home, 'pieces.osm.pbf')
    await writeFile(osm, tinyOsm({ nodes, ways }))
    await buildRegion({ name: 'pieces', osm: [osm], dem: [], storage, home })
    const dataset = await openDataset(storage, 'pieces')
    engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
  })

  test.each(travelTypes)('has null cells only between the networks, by %s', async (travel) => {
    const pieces = Object.values(corners)
    const sources = pieces.map((corner) => within(corner, 1, 1))
    const targets = pieces.flatMap((corner) => [within(corner, 4, 6), within(corner, 7, 2)])
    const { matrix, warnings } = await askOn(engine, { sources, targets, travel })
    expect(warnings).toEqual([])
    for (const [i, row] of matrix.entries()) {
      for (const [j, cell] of row.entries()) {
        expect(cell !== null).toBe(i === Math.floor(j / 2))
        if (cell) expect(cell.distance_meters).toBeGreaterThan(1_000)
      }
    }
  })

  test('has null cells exactly between the networks, for any points and at any size', async () => {
    const pieces = Object.values(corners)
    const point = fc.record({
      piece: fc.nat(pieces.length - 1),
      row: fc.integer({ min: 1, max: 8 }),
      column: fc.integer({ min: 1, max: 8 }),
    })
    // Mostly a single source or target: then a request, or one of its blocks, contains only null cells.
    const side = fc.oneof(
      fc.array(point, { minLength: 1, maxLength: 1 }),
      fc.array(point, { minLength: 1, maxLength: 7 }),
    )
    const positionOf = ({ piece, row, column }: { piece: number; row: number; column: number }) =>
      within(pieces[piece]!, row, column)
    await fc.assert(
      fc.asyncProperty(
        side,
        side,
        fc.constantFrom(...travelTypes),
        async (sources, targets, travel) => {
          const { matrix } = await askOn(engine, {
            sources: sources.map(positionOf),
            targets: targets.map(positionOf),
            travel,
          })
          expect(matrix.map((row) => row.map((cell) => cell !== null))).toEqual(
            sources.map((from) => targets.map((to) => from.piece === to.piece)),
          )
        },
      ),
      { numRuns: runs(240) },
    )
  })

  test.each(['auto', 'bicycle', 'pedestrian'])(
    'lets optimise name the stop in a separate network, by %s',
    async (travel) => {
      const stops = Array.from({ length: 12 }, (_, i) =>
        within(corners.home, 1 + (i % 8), 1 + i / 2),
      )
      const locations = stops.with(7, within(corners.beside, 3, 3))
      const request = OptimizeRequest.parse({ locations, travel })
      await expect(optimizeStops(engine, request, { warn: () => {} })).rejects.toMatchObject({
        code: 'no_route',
        fields: { location_indices: [7] },
      })
    },
  )

  test('agrees with the engine that no way leads between areas', async () => {
    const [from, to] = [within(corners.home, 1, 1), within(corners.away, 1, 1)]
    expect(engine.tiles.findArea(from)).not.toBe(engine.tiles.findArea(to))
    expect(engine.tiles.findArea(within(corners.beside, 1, 1))).toBe(engine.tiles.findArea(from))
    expect(engine.tiles.findArea({ lat: 0, lon: 0 })).toBe(undefined)
    const query = { sources: [from], targets: [to], costing: 'auto' }
    await expect(engine.call('matrix', query)).rejects.toMatchObject({ code: 'no_route' })
  })
})
