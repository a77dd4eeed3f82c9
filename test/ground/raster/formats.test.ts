import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dataset } from '#ground/dataset'
import { countTilesAcross, makeTileCache, openRaster } from '#ground/raster'
import type { Storage } from '#platform/storage'
import { remote } from '../dataset/builds.ts'
import { datasetOf } from '../elevation/terrain-build.ts'
import {
  type RasterShape,
  type SampleAt,
  type WrittenRaster,
  writeRasters,
} from './write-raster.ts'

let folder: string
let storage: Storage
let dataset: Dataset
afterAll(() => rm(folder, { recursive: true }))

// Two by two tiles, the last ones not full.
const shape: RasterShape = {
  west: 9.2,
  north: 46.5,
  stepLon: 0.0005,
  stepLat: 0.00025,
  width: 300,
  height: 270,
}
type Format = Pick<WrittenRaster, 'bands' | 'type'>

const sampleOf: Record<Format['type'], SampleAt> = {
  Uint8: (band, row, column) => (band * 90 + row * 7 + column * 11 + ((row * column) >> 5)) & 255,
  Int16: (band, row, column) => ((band * 9001 + row * 701 + column * 37) % 60_000) - 30_000,
  Float32: (band, row, column) => Math.fround((band + 1) * Math.sin(row / 9) * (column - 140.1)),
}

const readable: [name: string, format: Format, predictor: string][] = [
  ['bytes, one band, plain', { bands: 1, type: 'Uint8' }, 'NO'],
  ['bytes, one band, differences', { bands: 1, type: 'Uint8' }, 'YES'],
  ['bytes, twelve bands, plain', { bands: 12, type: 'Uint8' }, 'NO'],
  ['bytes, twelve bands, differences', { bands: 12, type: 'Uint8' }, 'YES'],
  ['whole numbers, one band, differences', { bands: 1, type: 'Int16' }, 'YES'],
  ['whole numbers, three bands, differences', { bands: 3, type: 'Int16' }, 'YES'],
  ['fractions, one band, differences of whole numbers', { bands: 1, type: 'Float32' }, 'STANDARD'],
  ['fractions, one band, differences of bytes', { bands: 1, type: 'Float32' }, 'YES'],
  ['fractions, two bands, differences of bytes', { bands: 2, type: 'Float32' }, 'YES'],
]

const plain = ['-of', 'GTiff', '-co', 'COMPRESS=DEFLATE']
const tiled = [...plain, '-co', 'TILED=YES', '-co', 'BLOCKXSIZE=256', '-co', 'BLOCKYSIZE=256']
const refused: [name: string, format: Format, options: string[], reason: string][] = [
  ['strips', { bands: 1, type: 'Uint8' }, plain, 'it is not in square tiles'],
  [
    'bands apart',
    { bands: 2, type: 'Uint8' },
    [...tiled, '-co', 'INTERLEAVE=BAND'],
    'its bands are not pixel by pixel',
  ],
  ['LZW', { bands: 1, type: 'Uint8' }, ['-of', 'COG', '-co', 'COMPRESS=LZW'], 'it is not DEFLATE'],
  ['another type', { bands: 1, type: 'Int16' }, [], 'its samples are Int16 instead of Uint8'],
  ['more bands', { bands: 3, type: 'Uint8' }, [], 'it has 3 bands instead of 1'],
]

const manyBands: WrittenRaster = {
  name: 'many bands',
  shape: { ...shape, width: 256 * 6, height: 256 * 3 },
  bands: 12,
  type: 'Uint8',
  sampleAt: () => 7,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-raster-'))
  const raster = (name: string, format: Format, options: string[]): WrittenRaster => ({
    name,
    shape,
    ...format,
    options,
    sampleAt: sampleOf[format.type],
  })
  const rasters = [
    ...readable.map(([name, format, predictor]) =>
      raster(name, format, ['-co', `PREDICTOR=${predictor}`]),
    ),
    ...refused.map(([name, format, options]) => raster(name, format, options)),
    manyBands,
  ]
  const paths = await writeRasters(folder, rasters)
  const files = await Promise.all(
    paths.map(async (path, i) => [fileOf(rasters[i]!.name), await readFile(path)] as const),
  )
  ;({ storage, dataset } = await datasetOf(folder, Object.fromEntries(files)))
})

const fileOf = (name: string) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.tif`

describe('a raster', () => {
  test.each(readable)('has the written values in %s, pixel by pixel', async (name, format) => {
    const raster = await openRaster(storage, dataset, fileOf(name), {
      bands: format.bands,
      types: [format.type],
    })
    const { grid } = raster.header
    expect(grid).toMatchObject({ width: 300, height: 270, tileSide: 256 })
    expect(grid.firstLat).toBeCloseTo(shape.north - shape.stepLat / 2, 9)
    expect(grid.firstLon).toBeCloseTo(shape.west + shape.stepLon / 2, 9)
    const seen: number[] = []
    let wrong = 0
    await raster.each([0, 1, 2, 3], (tile, samples) => {
      seen.push(tile)
      const [north, west] = [256 * Math.floor(tile / countTilesAcross(grid)), 256 * (tile % 2)]
      for (let row = north; row < Math.min(270, north + 256); row++)
        for (let column = west; column < Math.min(300, west + 256); column++)
          for (let band = 0; band < format.bands; band++) {
            const at = ((row - north) * 256 + column - west) * format.bands + band
            if (samples[at] !== sampleOf[format.type](band, row, column)) wrong++
          }
    })
    expect(seen.sort()).toEqual([0, 1, 2, 3])
    expect(wrong).toBe(0)
  })

  test.each(refused)('is refused as damaged with %s', async (name, { bands }, _, reason) => {
    const expected = { bands: name === 'more bands' ? 1 : bands, types: ['Uint8'] as const }
    await expect(openRaster(storage, dataset, fileOf(name), expected)).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { message: expect.stringContaining(`${fileOf(name)} is damaged: ${reason}`) },
    })
  })

  test('is decoded a few tiles at a time when it has many bands', async () => {
    const store = remote(storage)
    const cache = makeTileCache(2 * 1024 * 1024)
    const options = { bands: 12, types: ['Uint8'], cache } as const
    const raster = await openRaster(store, dataset, fileOf(manyBands.name), options)
    store.reads.length = 0
    let tiles = 0
    await raster.each([...Array(18).keys()], (_, samples) => {
      tiles += Number(samples.every((sample) => sample === 7))
    })
    expect(tiles).toBe(18)
    // The file is small, but five decoded tiles of 768 kB reach the limit of one read.
    expect(store.reads).toHaveLength(Math.ceil(18 / 5))
    expect(cache.calculatedSize).toBeLessThanOrEqual(2 * 1024 * 1024)
  })
})
