import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Dataset, openDataset } from '#ground/dataset'
import { makeTileCache, openElevation } from '#ground/elevation'
import type { LatLon } from '#ground/geo'
import { openStorage, type Storage } from '#platform/storage'
import { truth } from '../../../demo-island/index.ts'
import { seeded } from '../../fixtures/random.ts'
import { remote } from '../dataset/builds.ts'
import { datasetOf } from './terrain-build.ts'

let folder: string
let storage: Storage
let dataset: Dataset
let terrain: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-reading-'))
  storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  dataset = await openDataset(storage, 'demo')
  terrain = await readFile(storage.localPath!(dataset.fileKey('terrain.tif')))
})
afterAll(() => rm(folder, { recursive: true }))

const megabyte = 1024 * 1024

/** Opens the heights of the demo region over a simulated network, with a separate cache. */
async function opened({ cacheBytes = 64 * megabyte } = {}) {
  const store = remote(storage)
  const cache = makeTileCache(cacheBytes)
  const elevation = await openElevation(store, dataset, { cache })
  const headerReads = store.reads.length
  return { store, cache, elevation, tileReads: () => store.reads.slice(headerReads), headerReads }
}

const { bounds } = truth

const anywhere = (count: number, seed = 1): LatLon[] => {
  const random = seeded(seed)
  return Array.from({ length: count }, () => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * random(),
    lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * random(),
  }))
}

const refused = { code: 'service_unavailable' }

describe('heights over a store', () => {
  test('cost one read the first time, and none the second time', async () => {
    const { elevation, headerReads, tileReads } = await opened()
    expect(headerReads).toBe(1)
    const positions = anywhere(2000)
    const first = await elevation.heightsAt(positions)
    const reads = tileReads().length
    expect(await elevation.heightsAt(positions)).toEqual(first)
    expect(tileReads()).toHaveLength(reads)
  })

  test('are read with neighbouring tiles together, and all ranges concurrently', async () => {
    const { store, elevation, tileReads } = await opened()
    let waiting = 0
    let most = 0
    store.onGet = async () => {
      most = Math.max(most, ++waiting)
      await new Promise((resolve) => setTimeout(resolve, 20))
      waiting--
      return undefined
    }
    await elevation.heightsAt(anywhere(2000))
    // The region has 24 tiles.
    expect(tileReads().length).toBeLessThan(8)
    expect(most).toBe(tileReads().length)
  })

  test('cost no read for positions outside', async () => {
    const { elevation, tileReads } = await opened()
    const world = Array.from({ length: 2000 }, (_, i) => ({
      lat: (i % 170) - 85.5,
      lon: ((i * 7) % 360) - 179.5,
    })).filter(({ lat, lon }) => Math.abs(lat - 46.5) > 1 || Math.abs(lon + 28.5) > 1)
    expect(new Set(await elevation.heightsAt(world))).toEqual(new Set([null]))
    expect(tileReads()).toEqual([])
  })

  test('are read once per tile for concurrent requests', async () => {
    const { elevation, tileReads } = await opened()
    const positions = anywhere(500)
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => elevation.heightsAt(positions)))
    for (const heights of all) expect(heights).toEqual(all[0])
    expect(new Set(tileReads()).size).toBe(tileReads().length)
  })

  test('are the same with a tiny cache, and stay within it', async () => {
    const small = await opened({ cacheBytes: megabyte })
    const large = await opened()
    const positions = anywhere(2000, 2)
    const expected = await large.elevation.heightsAt(positions)
    expect(await small.elevation.heightsAt(positions)).toEqual(expected)
    expect(small.cache.calculatedSize).toBeLessThanOrEqual(megabyte)
    expect(small.cache.size).toBeGreaterThan(0)
    expect(large.cache.calculatedSize).toBeGreaterThan(4 * megabyte)
  })

  test('recover after a failed read', async () => {
    const { store, elevation } = await opened()
    const expected = await (await opened()).elevation.heightsAt(anywhere(50))
    store.onGet = async () => {
      throw new Error('the line is cut')
    }
    await expect(elevation.heightsAt(anywhere(50))).rejects.toMatchObject(refused)
    store.onGet = undefined
    expect(await elevation.heightsAt(anywhere(50))).toEqual(expected)
  })

  test('are not affected by the abort of another request', async () => {
    const { store, elevation } = await opened()
    const stop = new AbortController()
    store.onGet = async () => {
      stop.abort(new Error('enough'))
      return undefined
    }
    const positions = anywhere(500)
    const [, other] = await Promise.allSettled([
      elevation.heightsAt(positions, stop.signal),
      elevation.heightsAt(positions),
    ])
    expect(other).toMatchObject({ status: 'fulfilled' })
    await expect(elevation.heightsAt(anywhere(5, 9), stop.signal)).rejects.toThrow('enough')
  })
})

describe('an unusable terrain.tif is unavailable, with the true reason as the cause', () => {
  test('when it does not exist', async () => {
    const without = await datasetOf(join(folder, 'none'), { 'routing.tar': 'x' })
    await expect(openElevation(without.storage, without.dataset)).rejects.toMatchObject({
      ...refused,
      cause: { message: expect.stringContaining('has no terrain.tif') },
    })
  })

  test.each([
    ['no TIFF', () => Buffer.from('heights'.repeat(1000))],
    ['an empty file', () => Buffer.alloc(0)],
    ['half a header', () => terrain.subarray(0, 300)],
    [
      'JPEG in tiles',
      () => {
        const bytes = Buffer.from(terrain)
        const compression = bytes.indexOf(Buffer.from([0x03, 0x01, 0x03, 0, 1, 0, 0, 0, 8, 0]))
        bytes[compression + 8] = 7
        return bytes
      },
    ],
  ])('when it is %s', async (name, bytes) => {
    const damaged = await datasetOf(join(folder, name), { 'terrain.tif': bytes() })
    await expect(openElevation(damaged.storage, damaged.dataset)).rejects.toMatchObject({
      ...refused,
      cause: { message: expect.stringContaining('terrain.tif is damaged') },
    })
  })

  test('when its tiles are changed', async () => {
    const bytes = Buffer.from(terrain)
    bytes.fill(0xaa, 400_000)
    const damaged = await datasetOf(join(folder, 'tiles'), { 'terrain.tif': bytes })
    const elevation = await openElevation(damaged.storage, damaged.dataset)
    await expect(elevation.heightsAt(anywhere(100))).rejects.toMatchObject({
      ...refused,
      cause: { message: expect.stringContaining('terrain.tif is damaged') },
    })
  })

  test('when it is replaced after opening', async () => {
    const there = await datasetOf(join(folder, 'replaced'), { 'terrain.tif': terrain })
    const cache = makeTileCache(megabyte)
    const elevation = await openElevation(there.storage, there.dataset, { cache })
    await elevation.heightsAt(anywhere(1))
    await there.storage.put(there.dataset.fileKey('terrain.tif'), terrain)
    await expect(elevation.heightsAt(anywhere(500, 3))).rejects.toMatchObject(refused)
  })
})
