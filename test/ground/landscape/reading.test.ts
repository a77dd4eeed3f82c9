import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openElevation } from '#ground/elevation'
import { type Band, bands, openLandscape, outsideDataByte, type Positions } from '#ground/landscape'
import { makeTileCache } from '#ground/raster'
import { seeded } from '../../fixtures/random.ts'
import { runs } from '../../setup/suite.ts'
import { remote } from '../dataset/builds.ts'
import { datasetOf, type TerrainBuild } from '../elevation/terrain-build.ts'
import type { RasterShape } from '../raster/write-raster.ts'
import { buildGround, type Ground } from './ground-build.ts'

let folder: string
let inland: TerrainBuild
let overDateLine: TerrainBuild
let sparse: TerrainBuild
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-landscape-'))
  const grounds: Ground[] = [
    { name: 'inland', shape: inlandShape, byteAt, heightAt },
    { name: 'date-line', shape: dateLineShape, byteAt, heightAt },
    {
      name: 'sparse',
      shape: inlandShape,
      byteAt: (band, row, column) => (row < 256 ? byteAt(band, row, column) : 0),
      heightAt,
      options: ['-co', 'PREDICTOR=NO', '-co', 'OVERVIEWS=NONE', '-co', 'SPARSE_OK=TRUE'],
    },
  ]
  const [first, second, third] = await buildGround(folder, grounds)
  ;[inland, overDateLine, sparse] = [first!, second!, third!]
})
afterAll(() => rm(folder, { recursive: true }))

// Three by three tiles, the last ones not full; pixels of about 17 by 15 m.
const inlandShape: RasterShape = {
  west: 1.4,
  north: 42.6,
  stepLon: 1 / 4800,
  stepLat: 1 / 7200,
  width: 600,
  height: 700,
}
const dateLineShape: RasterShape = {
  west: 179.95,
  north: -16.4,
  stepLon: 1 / 4800,
  stepLat: 1 / 7200,
  width: 600,
  height: 300,
}

/** A byte that differs between neighbours and between bands. */
const byteAt: Ground['byteAt'] = (band, row, column) =>
  (bands.indexOf(band) * 41 + row * 7 + column * 13 + ((row * column) >> 4)) & 255

const heightAt = (lat: number, lon: number) =>
  1000 + 300 * Math.sin(lat * 900) * Math.cos(lon * 700)

/** Opens a landscape over a simulated network, with separate caches. */
async function opened({ storage, dataset }: TerrainBuild, cacheBytes = 64 * megabyte) {
  const store = remote(storage)
  const cache = makeTileCache(cacheBytes)
  const terrainCache = makeTileCache(cacheBytes)
  const landscape = await openLandscape(store, dataset, { cache, terrainCache })
  const headerReads = store.reads.length
  return { landscape, store, cache, headerReads, tileReads: () => store.reads.slice(headerReads) }
}
const megabyte = 1024 * 1024

const boundsOf = ({ west, north, stepLon, stepLat, width, height }: RasterShape) => ({
  min_lat: north - stepLat * height,
  min_lon: west,
  max_lat: north,
  max_lon: west + stepLon * width,
})

function positionsOf(list: readonly (readonly [lat: number, lon: number])[]): Positions {
  return {
    lats: Float64Array.from(list, ([lat]) => lat),
    lons: Float64Array.from(list, ([, lon]) => lon),
  }
}

/** Returns the byte of the pixel at a position, by the file's definition. */
function byteAround(shape: RasterShape, band: Band, lat: number, lon: number): number {
  const row = Math.floor((shape.north - lat) / shape.stepLat)
  const column = Math.floor((lon - shape.west) / shape.stepLon)
  const isOn = row >= 0 && row < shape.height && column >= 0 && column < shape.width
  if (isOn) return byteAt(band, row, column)
  return band === 'land_cover' ? outsideDataByte : 0
}

function scattered(shape: RasterShape, count: number, seed: number, beyond = 0.02) {
  const random = seeded(seed)
  const box = boundsOf(shape)
  const between = (least: number, most: number) =>
    least - beyond + (most - least + 2 * beyond) * random()
  return Array.from(
    { length: count },
    () => [between(box.min_lat, box.max_lat), between(box.min_lon, box.max_lon)] as const,
  )
}

const wide = (shape: RasterShape, by = 0.02) => {
  const box = boundsOf(shape)
  return {
    min_lat: box.min_lat - by,
    min_lon: box.min_lon - by,
    max_lat: box.max_lat + by,
    max_lon: box.max_lon + by,
  }
}

describe('a landscape', () => {
  test('has the bounds of its pixels, the missing bands and the attribution', async () => {
    const { landscape } = await opened(inland)
    const box = boundsOf(inlandShape)
    for (const side of ['min_lat', 'min_lon', 'max_lat', 'max_lon'] as const)
      expect(landscape.bounds[side]).toBeCloseTo(box[side], 9)
    expect(landscape.missing).toEqual([])
    expect(landscape.attribution).toBe('© OpenStreetMap contributors, ODbL 1.0')
  })

  test('lists exactly the bands without data', async () => {
    const { storage, dataset } = inland
    const missing = [
      { layer: 'structure', reason: 'no buildings' },
      { layer: 'scenic', reason: 'nothing scenic' },
    ]
    const features = { pixel: { lat: inlandShape.stepLat, lon: inlandShape.stepLon }, missing }
    const manifest = { ...dataset.manifest, features }
    const landscape = await openLandscape(storage, { ...dataset, manifest })
    expect(landscape.missing).toEqual(['structure', 'scenic'])
  })

  test('samples every band at any position, across the seams of tiles and beyond the data', async () => {
    const view = await (await opened(inland)).landscape.view(wide(inlandShape))
    const list = scattered(inlandShape, 5000, 1)
    const at = positionsOf(list)
    for (const band of bands) {
      const expected = list.map(([lat, lon]) => byteAround(inlandShape, band, lat, lon))
      expect([...view.sample(band, at)]).toEqual(expected)
    }
  })

  test('samples the middles and inner edges of all pixels along the seams of tiles', async () => {
    const { west, north, stepLon, stepLat, width, height } = inlandShape
    const view = await (await opened(inland)).landscape.view(boundsOf(inlandShape))
    const around = [0, 1, 254, 255, 256, 257, 511, 512]
    const rows = [...around, height - 1]
    const columns = [...around, width - 1]
    for (const [south, east] of [
      [0.5, 0.5],
      [0.001, 0.999],
      [0.999, 0.001],
    ] as const) {
      const cells = rows.flatMap((row) => columns.map((column) => [row, column] as const))
      const at = positionsOf(
        cells.map(([row, column]) => [
          north - (row + south) * stepLat,
          west + (column + east) * stepLon,
        ]),
      )
      const expected = cells.map(([row, column]) => byteAt('road', row, column))
      expect([...view.sample('road', at)]).toEqual(expected)
    }
  })

  test('reaches to the edges of its data', async () => {
    const box = boundsOf(inlandShape)
    const view = await (await opened(inland)).landscape.view(box)
    const [lat, lon] = [42.55, 1.45]
    const at = positionsOf([
      ...([box.min_lat, box.max_lat].map((edge) => [edge, lon]) as [number, number][]),
      ...([box.min_lon, box.max_lon].map((edge) => [lat, edge]) as [number, number][]),
      [box.max_lat + 1e-6, lon],
      [lat, box.max_lon + 1e-6],
    ])
    const { width, height } = inlandShape
    const [row, column] = [(42.6 - lat) * 7200, (lon - 1.4) * 4800].map(Math.floor)
    expect([...view.sample('land_cover', at)]).toEqual([
      byteAt('land_cover', height - 1, column!),
      byteAt('land_cover', 0, column!),
      byteAt('land_cover', row!, 0),
      byteAt('land_cover', row!, width - 1),
      outsideDataByte,
      outsideDataByte,
    ])
  })

  test('has the same heights as the elevation of the build', async () => {
    const view = await (await opened(inland)).landscape.view(wide(inlandShape))
    const list = scattered(inlandShape, 3000, 2)
    const elevation = await openElevation(inland.storage, inland.dataset)
    const expected = await elevation.heightsAt(list.map(([lat, lon]) => ({ lat, lon })))
    expect(expected.includes(null)).toBe(true)
    const found = view.heights(positionsOf(list))
    expect([...found].map((height) => (Number.isNaN(height) ? null : height))).toEqual(
      expected.map((height) => height && Math.fround(height)),
    )
  })

  test('returns the same samples for a view and for views of its parts', async () => {
    const { landscape } = await opened(inland)
    const whole = await landscape.view(boundsOf(inlandShape))
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(unit, unit, unit, unit, async (a, b, c, d) => {
        const box = boundsOf(inlandShape)
        const lat = (share: number) => box.min_lat + (box.max_lat - box.min_lat) * share
        const lon = (share: number) => box.min_lon + (box.max_lon - box.min_lon) * share
        const part = {
          min_lat: lat(Math.min(a, b)),
          max_lat: lat(Math.max(a, b)),
          min_lon: lon(Math.min(c, d)),
          max_lon: lon(Math.max(c, d)),
        }
        const view = await landscape.view(part)
        // Its corners, and positions 450 m beyond them.
        const at = positionsOf(
          [0, 0.004].flatMap((by) => [
            [part.min_lat - by, part.min_lon - by],
            [part.max_lat + by, part.max_lon + by],
            [part.min_lat - by, part.max_lon + by],
          ]),
        )
        expect(view.sample('slope', at)).toEqual(whole.sample('slope', at))
        expect(view.heights(at)).toEqual(whole.heights(at))
      }),
      { numRuns: runs(40) },
    )
  })

  test('has views of several boxes, without the ground between them', async () => {
    const { landscape } = await opened(inland)
    const box = (lat: number, lon: number) => ({
      min_lat: lat,
      max_lat: lat + 0.001,
      min_lon: lon,
      max_lon: lon + 0.001,
    })
    const [north, south] = [
      [42.595, 1.405],
      [42.51, 1.52],
    ] as const
    const view = await landscape.view([box(...north), box(...south)])
    const ends = positionsOf([north, south])
    expect([...view.sample('path', ends)]).toEqual(
      [north, south].map(([lat, lon]) => byteAround(inlandShape, 'path', lat, lon)),
    )
    const between = positionsOf([north, [42.55, 1.46]])
    expect(() => view.sample('path', between)).toThrow(RangeError)
    expect(() => view.heights(positionsOf([[42.51, 1.405]]))).toThrow(RangeError)
  })
})

describe('a view over the antimeridian', () => {
  const turns = (lon: number) => [lon, lon > 180 ? lon - 360 : lon + 360]

  test('accepts longitudes beyond 180 and wrapped longitudes', async () => {
    const { landscape } = await opened(overDateLine)
    const list = scattered(dateLineShape, 2000, 3, 0.01)
    const expected = list.map(([lat, lon]) => byteAround(dateLineShape, 'water', lat, lon))
    const box = wide(dateLineShape)
    const wrapped = { ...box, min_lon: box.min_lon - 360, max_lon: box.max_lon - 360 }
    const allAround = { ...box, min_lon: -180, max_lon: 180 }
    for (const asked of [box, wrapped, allAround]) {
      const view = await landscape.view(asked)
      for (const turn of [0, 1]) {
        const at = positionsOf(list.map(([lat, lon]) => [lat, turns(lon)[turn]!]))
        expect([...view.sample('water', at)]).toEqual(expected)
      }
    }
  })

  test('returns the same heights for both', async () => {
    const view = await (await opened(overDateLine)).landscape.view(boundsOf(dateLineShape))
    const list = scattered(dateLineShape, 500, 4, 0)
    const [one, other] = [0, 1].map((turn) =>
      view.heights(positionsOf(list.map(([lat, lon]) => [lat, turns(lon)[turn]!]))),
    )
    for (const [i, height] of one!.entries()) expect(other![i]).toBeCloseTo(height, 2)
    expect(one!.every(Number.isFinite)).toBe(true)
  })
})

describe('the files of a landscape', () => {
  const box = { min_lat: 42.51, min_lon: 1.41, max_lat: 42.59, max_lon: 1.51 }

  test('are opened with one read each, and read once for equal views, concurrent or later', async () => {
    const { landscape, headerReads, tileReads } = await opened(inland)
    expect(headerReads).toBe(2)
    const at = positionsOf(scattered(inlandShape, 200, 5, 0).filter(([lat]) => lat > 42.52))
    const views = await Promise.all([1, 2, 3, 4].map(() => landscape.view(box)))
    const bytes = views.map((view) => view.sample('scenic', at))
    for (const one of bytes) expect(one).toEqual(bytes[0])
    const reads = tileReads()
    expect(new Set(reads).size).toBe(reads.length)
    await landscape.view(box)
    expect(tileReads()).toEqual(reads)
  })

  test('are read concurrently', async () => {
    const { landscape, store } = await opened(inland)
    const inFlight = new Set<string>()
    let both = false
    store.onGet = async (key) => {
      inFlight.add(key)
      both ||= inFlight.size === 2
      await new Promise((resolve) => setTimeout(resolve, 20))
      return undefined
    }
    await landscape.view(box)
    expect(both).toBe(true)
  })

  test('are cached within a limit, and a view does not need the cache', async () => {
    const small = await opened(inland, 2 * megabyte)
    const large = await opened(inland)
    const at = positionsOf(scattered(inlandShape, 2000, 6, 0))
    const [a, b] = await Promise.all(
      [small, large].map(({ landscape }) => landscape.view(boundsOf(inlandShape))),
    )
    expect(a!.sample('linear', at)).toEqual(b!.sample('linear', at))
    expect(small.cache.calculatedSize).toBeLessThanOrEqual(2 * megabyte)
    expect(small.cache.size).toBeGreaterThan(0)
    expect(large.cache.size).toBe(9)
  })

  test('are not read for views elsewhere', async () => {
    const { landscape, tileReads } = await opened(inland)
    const elsewhere = { min_lat: 10, min_lon: 20, max_lat: 10.1, max_lon: 20.1 }
    const view = await landscape.view(elsewhere)
    const at = positionsOf([[10.05, 20.05]])
    expect(view.sample('land_cover', at)[0]).toBe(outsideDataByte)
    expect(view.sample('road', at)[0]).toBe(0)
    expect(view.heights(at)[0]).toBeNaN()
    expect(tileReads()).toEqual([])
  })

  test('are not read for views that need too much memory', async () => {
    const store = remote(inland.storage)
    const landscape = await openLandscape(store, inland.dataset, {
      cache: makeTileCache(megabyte),
      maxViewBytes: 8 * 256 * 256 * bands.length,
    })
    const reads = store.reads.length
    await expect(landscape.view(boundsOf(inlandShape))).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The area stretches over too much ground for one request: send it in parts.',
    })
    expect(store.reads).toHaveLength(reads)
    await expect(landscape.view({ ...box, min_lat: 42.56 })).resolves.toBeTruthy()
  })

  test('are no longer read after an abort', async () => {
    const { landscape, store } = await opened(inland)
    const stop = new AbortController()
    store.onGet = async () => {
      stop.abort(new Error('enough'))
      return undefined
    }
    await expect(landscape.view(box, stop.signal)).rejects.toThrow('enough')
    store.onGet = undefined
    await expect(landscape.view(box)).resolves.toBeTruthy()
  })

  test('may lack a predictor and some tiles', async () => {
    const { landscape } = await opened(sparse)
    const view = await landscape.view(boundsOf(inlandShape))
    const list = scattered(inlandShape, 1000, 7, 0)
    const stored = list.filter(([lat]) => 42.6 - lat < 255.5 / 7200)
    expect([...view.sample('structure', positionsOf(stored))]).toEqual(
      stored.map(([lat, lon]) => byteAround(inlandShape, 'structure', lat, lon)),
    )
    const empty = list.filter(([lat]) => 42.6 - lat > 256.5 / 7200)
    expect(empty.length).toBeGreaterThan(100)
    expect(new Set(view.sample('land_cover', positionsOf(empty)))).toEqual(
      new Set([outsideDataByte]),
    )
    expect(new Set(view.sample('structure', positionsOf(empty)))).toEqual(new Set([0]))
  })
})

describe('an unusable file is unavailable, with the reason as cause', () => {
  const refused = (reason: string) => ({
    code: 'service_unavailable',
    cause: { message: expect.stringContaining(reason) },
  })

  test.each(['features.tif', 'terrain.tif'])('when there is no %s', async (file) => {
    const { dataset, storage } = inland
    const without = {
      ...dataset,
      fileKey: (name: string) => dataset.fileKey(name === file ? 'nothing.tif' : name),
    }
    await expect(openLandscape(storage, without)).rejects.toMatchObject(
      refused('has no nothing.tif'),
    )
  })

  async function damaged(name: string, features: Uint8Array, terrain?: Uint8Array) {
    return await datasetOf(join(folder, name), {
      'features.tif': features,
      'terrain.tif': terrain ?? (await readFile(join(folder, 'inland-terrain.tif'))),
    })
  }
  const bytesOf = async (name: string) => Buffer.from(await readFile(join(folder, name)))

  test('when features have another format', async () => {
    const terrain = await bytesOf('inland-terrain.tif')
    const { storage, dataset } = await damaged('heights-instead', terrain)
    await expect(openLandscape(storage, dataset)).rejects.toMatchObject(
      refused(`features.tif is damaged: it has 1 bands instead of ${bands.length}`),
    )
    const features = await bytesOf('inland-features.tif')
    const swapped = await damaged('features-instead', features, features)
    await expect(openLandscape(swapped.storage, swapped.dataset)).rejects.toMatchObject(
      refused('terrain.tif is damaged'),
    )
  })

  test('when the header is cut off', async () => {
    const features = await bytesOf('inland-features.tif')
    const { storage, dataset } = await damaged('half', features.subarray(0, 400))
    await expect(openLandscape(storage, dataset)).rejects.toMatchObject(
      refused('features.tif is damaged'),
    )
  })

  test('when tiles are changed', async () => {
    const features = await bytesOf('inland-features.tif')
    features.fill(0xaa, features.length >> 2)
    const { storage, dataset } = await damaged('tiles', features)
    const landscape = await openLandscape(storage, dataset, { cache: makeTileCache(megabyte) })
    await expect(landscape.view(boundsOf(inlandShape))).rejects.toMatchObject(
      refused('features.tif is damaged'),
    )
  })

  test('when the file is replaced after opening', async () => {
    const features = await bytesOf('inland-features.tif')
    const { storage, dataset } = await damaged('replaced', features)
    const landscape = await openLandscape(storage, dataset)
    await storage.put(dataset.fileKey('features.tif'), features.fill(0xaa, features.length >> 2))
    await expect(landscape.view(boundsOf(inlandShape))).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })
})
