import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Band, bands, landCovers, outsideDataByte } from '#ground/landscape'
import { runGdal } from '../../../../region/elevation/index.ts'
import type { GroundFeature, GroundKind } from '../../../../region/features/index.ts'
import {
  divideGrid,
  drawFeatures,
  type FeaturesPlan,
  WindowBuckets,
} from '../../../../region/features/index.ts'
import { withCampaigns } from '../../../setup/suite.ts'
import { rewrite, writeTiff } from '../../rasters.ts'
import { gridAt } from './sketch.ts'

let folder: string
let terrainPath: string
let count = 0

/** Box of about 6 by 6 km; heights rise 100 m for each kilometre north. */
const box = { min_lat: 46.005, min_lon: 9.005, max_lat: 46.055, max_lon: 9.085 }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-features-'))
  const shape = { north: 46.07, west: 9, step: 1 / 3600, columns: 361, rows: 253 }
  terrainPath = await writeTiff(folder, 'terrain.tif', shape, (lat) => 100 * 111.2 * (lat - 46))
})
afterAll(() => rm(folder, { recursive: true }))

const line = (kind: GroundKind, ...vertices: number[]): GroundFeature => ({
  id: 'line',
  kinds: [kind],
  shape: { type: 'line', line: Float64Array.from(vertices) },
})
const area = (kinds: GroundKind[], west: number, south: number, side: number): GroundFeature => ({
  id: 'area',
  kinds,
  shape: {
    type: 'polygon',
    rings: [
      Float64Array.of(
        west,
        south,
        west + side,
        south,
        west + side,
        south + side,
        west,
        south + side,
        west,
        south,
      ),
    ],
  },
})

const landscape = [
  line('road', 8.9, 46.03, 9.3, 46.0305),
  line('path', 9.01, 46.0, 9.045, 46.1),
  line('stream', 9.07, 46.0, 9.055, 46.1),
  line('linear', 9.015, 46.01, 9.02, 46.05),
  area(['land_cover:wood'], 9.025, 46.012, 0.025),
  area(['land_cover:water'], 9.065, 46.04, 0.008),
  area(['structure'], 9.06, 46.02, 0.0001),
  { ...line('scenic'), shape: { type: 'point', at: [9.08, 46.05] } },
] satisfies GroundFeature[]

async function draw(
  features: readonly GroundFeature[],
  options: Partial<FeaturesPlan> = {},
): ReturnType<typeof drawFeatures> {
  async function* each(): AsyncGenerator<GroundFeature> {
    yield* features
  }
  const plan = { boxes: [box], terrainPath, folder: join(folder, String(++count)) }
  return await drawFeatures({ ...plan, features: each(), ...options })
}

async function read(path: string) {
  const file = await fromFile(path)
  const image = await file.getImage()
  const rasters = (await image.readRasters()) as unknown as Uint8Array[]
  const [west, north] = image.getOrigin() as [number, number]
  const [stepLon, stepLat] = image.getResolution() as [number, number]
  await file.close()
  return {
    values: (band: Band) => rasters[bands.indexOf(band)]!,
    at(band: Band, lat: number, lon: number) {
      const column = Math.floor((lon - west) / stepLon)
      const row = Math.floor((lat - north) / stepLat)
      return rasters[bands.indexOf(band)]![row * image.getWidth() + column]!
    },
  }
}

const sha = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

describe('a drawn region', () => {
  let drawn: Awaited<ReturnType<typeof draw>>
  let raster: Awaited<ReturnType<typeof read>>
  beforeAll(async () => {
    drawn = await draw(landscape)
    raster = await read(drawn.path)
  })

  test('contains each feature at its position', () => {
    const cover = (lat: number, lon: number) => landCovers[raster.at('land_cover', lat, lon)]
    expect([cover(46.02, 9.03), cover(46.044, 9.069), cover(46.01, 9.075)]).toEqual([
      'wood',
      'water',
      'unknown',
    ])
    // 0.0023 degrees north of the road are 257 m.
    expect(Math.abs(raster.at('road', 46.0325, 9.05) * 2 - 257)).toBeLessThan(12)
    expect(raster.at('structure', 46.02005, 9.06005)).toBe(0)
    expect(raster.at('scenic', 46.05, 9.08)).toBeLessThanOrEqual(5)
    expect(raster.at('scenic', 46.02, 9.02)).toBe(255)
    expect(raster.at('barrier', 46.044, 9.069)).toBe(4)
  })

  test('contains the slope and the relief of its terrain', () => {
    // The slope is a tenth, which rises 50 m across the 500 m of the relief's circle.
    expect(raster.at('slope', 46.03, 9.04)).toBe(6)
    expect(Math.abs(raster.at('relief', 46.03, 9.04) * 4 - 50)).toBeLessThanOrEqual(8)
  })

  test('reports missing layers', () => {
    expect(drawn.missing).toEqual([
      { band: 'land_cover', reason: '84 % of the land is not mapped' },
    ])
    expect(drawn.warnings).toEqual([expect.stringContaining('Build with --landcover')])
  })

  test('is a GeoTIFF that GDAL reads with the same values', async () => {
    const [facts] = await runGdal([{ program: 'info', input: drawn.path }])
    expect(facts).toMatchObject({ epsg: 4326, width: drawn.grid.width, height: drawn.grid.height })
    expect(facts!.transform[0]).toBeCloseTo(drawn.grid.west, 12)
    expect(facts!.transform[5]).toBeCloseTo(-drawn.grid.stepLat, 14)
    const again = await read(await rewrite('translate', drawn.path, join(folder, 'again'), []))
    for (const band of bands) expect(again.values(band)).toEqual(raster.values(band))
  })

  test('is the same file for the same input', async () => {
    expect(await sha((await draw(landscape)).path)).toBe(await sha(drawn.path))
  })

  test('is the same in smaller blocks, within one step of the distances', async () => {
    const small = await read((await draw(landscape, { blockSide: 256 })).path)
    for (const band of bands) {
      const [a, b] = [small.values(band), raster.values(band)]
      const most = a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i]!)), 0)
      expect([band, most <= (band === 'land_cover' || band === 'barrier' ? 0 : 1)]).toEqual([
        band,
        true,
      ])
    }
  })

  test('leaves no other file behind', async () => {
    expect(await readdir(join(drawn.path, '..'))).toEqual(['features.tif'])
  })
})

test('a region has no land cover and no barrier beyond the boxes of its extracts', async () => {
  const west = { ...box, max_lon: 9.02 }
  const east = { ...box, min_lon: 9.06 }
  const { path } = await draw(landscape, { boxes: [west, east] })
  const raster = await read(path)
  expect(raster.at('land_cover', 46.02, 9.04)).toBe(outsideDataByte)
  expect(raster.at('land_cover', 46.02, 9.015)).not.toBe(outsideDataByte)
  expect(raster.at('barrier', 46.044, 9.069)).toBe(4)
})

test('a layer with no objects, or almost none, is reported as missing', async () => {
  const roads = Array.from({ length: 1500 }, (_, i) =>
    line('road', 9.01, 46.01 + i * 25e-6, 9.08, 46.01 + i * 25e-6),
  )
  const { missing } = await draw([...roads, area(['structure'], 9.05, 46.02, 1e-4)])
  expect(missing.map(({ band }) => band)).toEqual([
    'path',
    'drainage',
    'structure',
    'linear',
    'scenic',
    'water',
    'wood_edge',
    'land_cover',
  ])
  expect(missing[2]!.reason).toBe('next to no buildings: 1 for 1500 roads')
})

test('unmapped land causes advice from a quarter on, and missing land cover from a half on', async () => {
  // The box is 0.05 degrees high; a field covers its south up to the given share.
  const mappedTo = (share: number) => {
    const north = box.min_lat + share * (box.max_lat - box.min_lat)
    const ring = Float64Array.of(9, 46, 9.1, 46, 9.1, north, 9, north, 9, 46)
    return draw([
      { id: 'field', kinds: ['land_cover:field'], shape: { type: 'polygon', rings: [ring] } },
    ])
  }
  const isMissing = ({ missing }: Awaited<ReturnType<typeof draw>>) =>
    missing.some(({ band }) => band === 'land_cover')
  const [most, some, half] = [await mappedTo(0.8), await mappedTo(0.7), await mappedTo(0.45)]
  expect(most.warnings).toEqual([])
  expect(some.warnings).toEqual([
    expect.stringMatching(/30 % of the land is not mapped.*Build with --landcover/),
  ])
  expect([most, some, half].map(isMissing)).toEqual([false, false, true])
})

describe('land cover of ESA WorldCover', () => {
  /** Writes tree cover in the west, water in the east, no data in the north. */
  async function worldCover(name: string, codeAt: (lat: number, lon: number) => number) {
    const shape = { north: 46.08, west: 9, step: 1 / 1200, columns: 120, rows: 100 }
    const path = await writeTiff(folder, `${name}-16.tif`, shape, codeAt)
    return await rewrite('translate', path, join(folder, name), ['-ot', 'Byte'])
  }

  test.runIf(withCampaigns)('fills unmapped ground from the first file with data', async () => {
    const first = await worldCover('first', (lat, lon) => (lat > 46.05 ? 0 : lon < 9.05 ? 40 : 80))
    const second = await worldCover('second', () => 60)
    const { path, missing } = await draw(landscape, { landcover: [first, second] })
    const raster = await read(path)
    const cover = (lat: number, lon: number) => landCovers[raster.at('land_cover', lat, lon)]
    expect([cover(46.01, 9.01), cover(46.01, 9.075), cover(46.053, 9.01)]).toEqual([
      'field',
      'water',
      'rock',
    ])
    expect(cover(46.02, 9.03)).toBe('wood')
    expect(missing).toEqual([])
  })

  test.runIf(withCampaigns)(
    'is refused when a class is unknown, or when the file is not a raster of bytes',
    async () => {
      const wrong = await worldCover('wrong', () => 7)
      await expect(draw(landscape, { landcover: [wrong] })).rejects.toThrow(
        'wrong.tif is not ESA WorldCover: it has the class 7',
      )
      await expect(draw(landscape, { landcover: [terrainPath] })).rejects.toThrow(
        'terrain.tif is not land cover: it is not one band of bytes.',
      )
    },
  )
})

describe('window buckets', () => {
  test('are flushed to disk in order when they grow, and removed at the end', async () => {
    const grid = gridAt(46, 600, 600)
    const windows = divideGrid(grid, 256)
    const waiting = join(folder, 'waiting')
    const limit = 20_000
    const few = new WindowBuckets(grid, windows, join(folder, 'unused'))
    const many = new WindowBuckets(grid, windows, waiting, { memoryBytes: limit })
    let most = 0
    for (let i = 0; i < 3000; i++) {
      const [lon, lat] = [9 + grid.stepLon * ((i * 37) % 600), 46 - grid.stepLat * ((i * 91) % 600)]
      const feature = { ...line('path', lon, lat, lon + 0.01, lat - 0.003), rank: i }
      for (const buckets of [few, many]) await buckets.add(feature)
      most = Math.max(most, many.heldBytes)
    }
    expect(most).toBeLessThan(limit + 2000)
    expect(existsSync(join(folder, 'unused'))).toBe(false)
    for (let i = 0; i < windows.length; i++) {
      const features = await many.read(i)
      expect(features).toEqual(await few.read(i))
      const ranks = features.map(({ rank }) => rank)
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      expect(features.length).toBeGreaterThan(100)
    }
    await many.remove()
    expect(existsSync(waiting)).toBe(false)
  })

  test('stop when they are aborted', async () => {
    const reason = new Error('enough')
    await expect(draw(landscape, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
