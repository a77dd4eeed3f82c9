import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Dataset, openDataset, verifyFiles } from '#ground/dataset'
import { makeTileCache, nameChecksums, openRaster, type Raster } from '#ground/raster'
import { openStorage, type Storage } from '#platform/storage'
import { seeded } from '../../fixtures/random.ts'
import { remote } from '../dataset/builds.ts'
import { datasetOf } from '../elevation/terrain-build.ts'

let folder: string
let storage: Storage
let dataset: Dataset
const file = 'terrain.tif'
const options = () => ({
  bands: 1,
  types: ['Int16', 'Float32'] as const,
  cache: makeTileCache(1024 * 1024),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-checksums-'))
  storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  dataset = await openDataset(storage, 'demo')
})
afterAll(() => rm(folder, { recursive: true }))

/** Simulates a store over a network; flips a bit in the first `times` reads of a file. */
function damagedReads(of: string, times: number, at: (bytes: number) => number) {
  const store = remote(storage)
  let left = times
  store.onGet = async (key, options) => {
    if (key !== dataset.fileKey(of) || left-- <= 0) return undefined
    const got = await storage.get(key, options)
    const bytes = got.bytes.slice()
    bytes[at(bytes.length)]! ^= 16
    return { ...got, bytes }
  }
  return store
}

async function allSamples(raster: Raster): Promise<Map<number, unknown>> {
  const tiles = new Map<number, unknown>()
  const { tileOffsets } = raster.header
  await raster.each(
    Array.from(tileOffsets).keys(),
    (tile, samples) => void tiles.set(tile, samples),
  )
  return tiles
}

describe('a raster with checksums', () => {
  test('opens with a single read of checksums and header', async () => {
    const store = remote(storage)
    const raster = await openRaster(store, dataset, file, options())
    expect(store.reads).toEqual([dataset.fileKey(nameChecksums(file))])
    const plain = { ...dataset, has: (name: string) => name === file }
    expect(raster.header).toMatchObject((await openRaster(storage, plain, file, options())).header)
  })

  test.each([
    ['its checksums', nameChecksums(file)],
    ['its tiles', file],
  ])('recovers from one damaged read of %s', async (_, of) => {
    const random = seeded(4)
    const whole = await allSamples(await openRaster(storage, dataset, file, options()))
    for (let i = 0; i < 10; i++) {
      const store = damagedReads(of, 1, (bytes) => Math.floor(random() * bytes))
      expect(await allSamples(await openRaster(store, dataset, file, options()))).toEqual(whole)
    }
  })

  test('returns no sample of a damaged tile, for damage anywhere', async () => {
    const random = seeded(5)
    for (let i = 0; i < 20; i++) {
      const store = damagedReads(file, 1000, (bytes) => Math.floor(random() * bytes))
      const raster = await openRaster(store, dataset, file, options())
      await expect(allSamples(raster)).rejects.toMatchObject({
        status: 503,
        cause: {
          message: expect.stringMatching(/terrain.tif is damaged: tile \d+ has another checksum/),
        },
      })
    }
  })

  test('refuses damaged checksums, for damage anywhere', async () => {
    const random = seeded(6)
    for (let i = 0; i < 20; i++) {
      const of = nameChecksums(file)
      const store = damagedReads(of, 1000, (bytes) => Math.floor(random() * bytes))
      await expect(openRaster(store, dataset, file, options())).rejects.toMatchObject({
        status: 503,
        cause: { message: expect.stringContaining(`${of} is damaged: it has another SHA-256`) },
      })
    }
  })
})

describe('a raster of a build without checksums', () => {
  const earlier = async () => {
    const { bytes } = await storage.get(dataset.fileKey(file))
    const built = await datasetOf(join(folder, 'earlier'), { [file]: bytes })
    const has = (name: string) => name === file
    return { storage: built.storage, dataset: { ...built.dataset, has } }
  }

  test('is verified as a whole against the manifest in a directory', async () => {
    const { storage, dataset } = await earlier()
    await openRaster(storage, dataset, file, options())
    const { bytes } = await storage.get(dataset.fileKey(file))
    const other = bytes.slice()
    other[40]! ^= 1
    await storage.put(dataset.fileKey(file), other)
    await expect(openRaster(storage, dataset, file, options())).rejects.toMatchObject({
      status: 503,
      cause: { message: expect.stringContaining('has another SHA-256 than its manifest says') },
    })
    await expect(verifyFiles(storage, dataset.manifest)).rejects.toThrow('terrain.tif of build')
  })

  test('is refused from a bucket, with advice', async () => {
    const { storage, dataset } = await earlier()
    await expect(openRaster(remote(storage), dataset, file, options())).rejects.toMatchObject({
      status: 503,
      cause: {
        message: `Build ${dataset.build} of region heights has no checksums of terrain.tif: build the region again and publish it.`,
      },
    })
  })
})
