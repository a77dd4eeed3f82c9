import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTileCache, openElevation } from '#ground/elevation'
import { seeded } from '../../fixtures/random.ts'
import { remote } from '../dataset/builds.ts'
import { largeTiff } from './large-tiff.ts'
import { datasetOf } from './terrain-build.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-large-'))
})
afterAll(() => rm(folder, { recursive: true }))

// 12 degrees at one arc-second: 28,561 tiles, 3.7 GB when decoded.
const place = { side: 43_200, north: 52, west: 4, step: 1 / 3600 }
const cacheBytes = 8 * 1024 * 1024

describe.each([
  ['32-bit', false],
  ['64-bit', true],
])('a large region in a %s file', (name, big) => {
  async function opened() {
    const tiff = largeTiff({ ...place, big })
    const { storage, dataset } = await datasetOf(join(folder, name), { 'terrain.tif': tiff.bytes })
    const store = remote(storage)
    const cache = makeTileCache(cacheBytes)
    return { tiff, store, cache, elevation: await openElevation(store, dataset, { cache }) }
  }

  /** Returns samples as rows and columns, with their positions. */
  const scattered = (count: number) => {
    const random = seeded(8)
    return Array.from({ length: count }, () => {
      const [row, column] = [random(), random()].map((at) => Math.floor(at * place.side))
      const position = {
        lat: place.north - row! * place.step,
        lon: place.west + column! * place.step,
      }
      return { row: row!, column: column!, position }
    })
  }

  test('is opened with one read, and returns the heights of its samples', async () => {
    const { tiff, store, elevation } = await opened()
    expect(store.reads.length).toBe(1)
    const samples = scattered(500)
    const heights = await elevation.heightsAt(samples.map(({ position }) => position))
    expect(heights.map((height) => height ?? -32768)).toEqual(
      samples.map(({ row, column }) => expect.closeTo(tiff.at(row, column), 3)),
    )
  })

  test('is sampled everywhere with a limited number of limited reads at a time', async () => {
    const { store, cache, elevation } = await opened()
    let inFlight = 0
    let most = 0
    const lengths: number[] = []
    store.onGet = async (_, { range }) => {
      most = Math.max(most, ++inFlight)
      lengths.push(range!.end - range!.start)
      await new Promise((resolve) => setImmediate(resolve))
      inFlight--
      return undefined
    }
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => elevation.heightsAt(scattered(1500).map(({ position }) => position))),
    )
    for (const heights of all) expect(heights).toEqual(all[0])
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(16)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(512 * 1024)
    // More than a thousand tiles of 128 kB have been read.
    expect(lengths.length).toBeGreaterThan(1000 / 16)
    expect(cache.calculatedSize).toBeLessThanOrEqual(cacheBytes)
  })
})
