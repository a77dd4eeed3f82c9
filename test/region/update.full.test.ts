import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listBuilds, readManifest, readPointer } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { type RegionUpdate, updateRegion } from '../../region/index.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

/** Files on a stand-in for the public server of extracts: bytes by path. */
const files = new Map<string, Buffer>()
let server: Server
let osmBase: string
let home: string
let storage: LocalStorage
/** Store that stands in for a bucket. */
let bucket: LocalStorage

const extractPath = '/europe/tiny-latest.osm.pbf'
const roads = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }
const extract = (timestampSeconds: number): Buffer =>
  tinyOsm({ ...roadNet(46.02, 9.02, 9, 0.005), bounds: roads, timestampSeconds })

beforeAll(async () => {
  server = createServer((request, response) => {
    const bytes = files.get(request.url!)
    if (bytes) response.end(bytes)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  osmBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  home = await mkdtemp(join(tmpdir(), 'cairn-update-'))
  storage = new LocalStorage(join(home, 'data'))
  bucket = new LocalStorage(join(home, 'bucket'))
})
afterAll(async () => {
  server.close()
  await rm(home, { recursive: true })
})
beforeEach(() => {
  files.set(extractPath, extract(1_700_000_000))
})

const update = (more: Partial<RegionUpdate> = {}) =>
  updateRegion({
    name: 'tiny',
    home,
    storage,
    maxBytes: 1e6,
    firstWaitMs: 1,
    from: { osmBase, demBase: osmBase, withDem: false },
    ...more,
  })
const inBucket = () => ({ name: 'data', storage: bucket, diskMebibytes: 4096 })
const served = async (store = storage) => (await readPointer(store, 'tiny'))?.build

describe('an update of a region', { timeout: 120_000 }, () => {
  test('builds and publishes an area, then does nothing until there is a newer extract', async () => {
    const first = await update({ areas: ['europe/tiny'] })
    expect(first).toEqual({
      name: 'tiny',
      build: await served(),
      isBuilt: true,
      isPublished: true,
    })
    // The areas are remembered.
    expect(await update()).toEqual({ ...first, isBuilt: false, isPublished: false })
    files.set(extractPath, extract(1_800_000_000))
    const second = await update()
    expect(second).toMatchObject({ isBuilt: true, isPublished: true })
    expect(second.build).not.toBe(first.build)
    expect(await readPointer(storage, 'tiny')).toMatchObject({
      build: second.build,
      previous: [first.build],
    })
  })

  test("copies this machine's build to a bucket, unless the bucket has it", async () => {
    files.set(extractPath, extract(1_800_000_000))
    const build = await served()
    const here = { name: 'tiny', build, isBuilt: false }
    expect(await update({ bucket: inBucket() })).toEqual({ ...here, isPublished: true })
    expect(await served(bucket)).toBe(build)
    expect(await update({ bucket: inBucket() })).toEqual({ ...here, isPublished: false })
    // A machine that has built nothing.
    const elsewhere = { home: join(home, 'elsewhere'), storage: new LocalStorage(join(home, 'x')) }
    const areas = ['europe/tiny']
    expect(await update({ ...elsewhere, areas, bucket: inBucket() })).toEqual({
      ...here,
      isPublished: false,
    })
  })

  test.each<[string, () => unknown, string | RegExp, number?]>([
    [
      'an extract that is gone',
      () => files.delete(extractPath),
      'There is no extract "europe/tiny"',
    ],
    [
      'an extract that is something else',
      () => files.set(extractPath, Buffer.from('<html>maintenance</html>'.padEnd(200))),
      'is not an OpenStreetMap extract but a web page',
    ],
    [
      'an extract without roads',
      () => files.set(extractPath, tinyOsm({ bounds: roads, nodes: [{ lat: 46.03, lon: 9.03 }] })),
      /road|way/,
    ],
    [
      'a build that does not fit the functions',
      () => files.set(extractPath, extract(1_900_000_000)),
      'routing.tar of build',
      1,
    ],
  ])(
    'keeps the build in the bucket when it fails for %s',
    async (_, spoil, message, diskMebibytes = 4096) => {
      const before = await served(bucket)
      spoil()
      await expect(update({ bucket: { ...inBucket(), diskMebibytes } })).rejects.toThrow(message)
      expect(await served(bucket)).toBe(before)
      expect(await readdir(join(home, 'work')).catch(() => [])).toEqual([])
      // Only whole builds are left.
      for (const build of await listBuilds(storage, 'tiny'))
        await readManifest(storage, 'tiny', build)
    },
  )
})
