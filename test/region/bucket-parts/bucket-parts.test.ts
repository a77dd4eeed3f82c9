import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { storePartFiles, unpackPartFiles } from '../../../region/bucket-parts/index.ts'
import { writeEngineExtracts } from '../../../region/engine-extract/index.ts'
import {
  buildPartJob,
  buildRegion,
  openStoredParts,
  parsePartsAddress,
  planPartsJob,
  prepareEngineBuilder,
  removeStoredParts,
} from '../../../region/index.ts'
import { inspectOsm } from '../../../region/osm/index.ts'
import { writeExtract } from '../../fixtures/map-extract.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { withCampaigns } from '../../setup/suite.ts'
import { engineTiles } from '../parts/engine-tiles.ts'
import { wideNet } from '../parts/wide-net.ts'
import { roadNet, tinyOsm } from '../tiny-osm.ts'

const timeout = 240_000
const name = 'net'
let folder: string
let bucket: LocalStorage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-bucket-parts-'))
  bucket = new LocalStorage(join(folder, 'bucket'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Each job runs on its own machine, and so in its own home folder. */
const machine = async () => ({ home: await mkdtemp(join(folder, 'machine-')) })

async function keysUnder(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list(prefix)) keys.push(key.slice(prefix.length))
  return keys
}

/** Plans and builds the parts. @returns Their number. */
async function buildParts(osm: string, wanted: number, prefix: string): Promise<number> {
  const place = { name, storage: bucket, prefix }
  const request = { ...place, osm: [osm], parts: wanted }
  const { parts } = await planPartsJob({ ...request, ...(await machine()) })
  for (let part = 1; part <= parts; part++)
    expect(await buildPartJob({ ...place, part, ...(await machine()) })).toBe('built')
  return parts
}

/** Returns the tiles of a build in parts on one machine, or of parts from the bucket. */
async function tilesOf(osm: string, from: { parts: number } | { prefix: string }) {
  const { home } = await machine()
  const isLocal = 'parts' in from
  const engine = await prepareEngineBuilder({
    folder: home,
    elevationFolder: undefined,
    onProgress: () => {},
    osm: isLocal ? await writeEngineExtracts([osm], () => join(home, 'extract.osm.pbf')) : [osm],
    ...(isLocal
      ? { parts: { parts: from.parts, atOnce: 2, threads: 1 } }
      : { builtParts: await openStoredParts(bucket, from.prefix) }),
  })
  if (isLocal) {
    await engine.admins()
    engine.timeZones([(await inspectOsm(osm)).bounds])
  }
  return await engineTiles(await engine.tiles())
}

async function expectEqualTiles(osm: string, parts: number): Promise<void> {
  const prefix = `datasets/.parts/${name}/equal-${parts}/`
  await buildParts(osm, parts, prefix)
  const local = await tilesOf(osm, { parts })
  const merged = await tilesOf(osm, { prefix })
  expect(local.size).toBeGreaterThan(3)
  expect([...merged.keys()]).toEqual([...local.keys()])
  for (const [tile, bytes] of local) expect(merged.get(tile)!.equals(bytes), tile).toBe(true)
}

describe('tiles of parts that pass through a bucket', {
  timeout,
}, () => {
  test('equal the tiles of parts built on one machine, with roads, ferries, restrictions and routes', async () => {
    const osm = join(folder, 'wide.osm.pbf')
    await writeExtract(osm, wideNet())
    await expectEqualTiles(osm, 3)
  })

  const andorra = realRegion('andorra/andorra.osm.pbf')
  test.runIf(andorra && withCampaigns)(
    'equal the tiles of parts built on one machine for a country cut in its capital',
    async () => {
      await expectEqualTiles(andorra!, 2)
    },
  )
})

describe('the jobs of a build in parts', { timeout }, () => {
  const prefix = `datasets/.parts/${name}/1/`
  const place = () => ({ name, storage: bucket, prefix })
  let osm: string
  let local: LocalStorage
  const region = { name, dem: [], workers: 1 }
  const hashes = ({ files }: Manifest) => files.map(({ name, sha256 }) => `${name} ${sha256}`)

  beforeAll(async () => {
    const bounds = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.42, max_lon: 9.42 }
    osm = join(folder, 'net.osm.pbf')
    await writeFile(osm, tinyOsm({ ...roadNet(46.02, 9.02, 20, 0.02), bounds }))
    local = new LocalStorage(join(folder, 'local'))
  })

  test('name the missing job', async () => {
    const building = async (part: number) =>
      buildPartJob({ ...place(), part, ...(await machine()) })
    await expect(building(1)).rejects.toThrow('There is no plan')
    await expect(openStoredParts(bucket, prefix)).rejects.toThrow('There is no plan')
    const planned = await planPartsJob({ ...place(), osm: [osm], parts: 2, ...(await machine()) })
    expect(planned).toEqual({ parts: 2, isKept: false })
    expect(await building(1)).toBe('built')
    const builtParts = await openStoredParts(bucket, prefix)
    const { home } = await machine()
    const request = { ...region, osm: [osm], storage: local, home, builtParts }
    await expect(buildRegion(request)).rejects.toThrow('Part 2 of 2')
    expect(await readdir(join(home, 'work'))).toEqual([])
  })

  test('keep an existing plan and finished parts', async () => {
    const before = await keysUnder(prefix)
    const etags = () =>
      Promise.all(before.map(async (key) => (await bucket.head(prefix + key))?.etag))
    const kept = await etags()
    const planned = await planPartsJob({ ...place(), osm: [osm], parts: 2, ...(await machine()) })
    expect(planned).toEqual({ parts: 2, isKept: true })
    expect(await buildPartJob({ ...place(), part: 1, ...(await machine()) })).toBe('kept')
    expect(await etags()).toEqual(kept)
    expect(await buildPartJob({ ...place(), part: 3, ...(await machine()) })).toBe('none')
  })

  test('produce a region with the same files as a build on one machine, and can be removed', async () => {
    const whole = { ...region, osm: [osm], storage: local }
    const expected = await buildRegion({ ...whole, ...(await machine()), parts: 2 })
    expect(await buildPartJob({ ...place(), part: 2, ...(await machine()) })).toBe('built')
    const stages = new Set<string>()
    const built = await buildRegion({
      ...whole,
      ...(await machine()),
      builtParts: await openStoredParts(bucket, prefix),
      progress: ({ stage }) => stages.add(stage),
    })
    expect(hashes(built)).toEqual(hashes(expected))
    expect(built.warnings).toEqual(expected.warnings)
    await removeStoredParts(bucket, prefix)
    expect(await keysUnder(prefix)).toEqual([])
  })

  test('refuse parts of another extract, and changed tiles', async () => {
    await buildParts(osm, 2, prefix)
    const other = join(folder, 'other.osm.pbf')
    await writeFile(other, tinyOsm(roadNet(46.02, 9.02, 21, 0.02)))
    const request = async (extract: string) => ({
      ...region,
      osm: [extract],
      storage: local,
      ...(await machine()),
      builtParts: await openStoredParts(bucket, prefix),
    })
    await expect(buildRegion(await request(other))).rejects.toThrow('other extracts')

    const key = `${prefix}part-2.tiles`
    const { bytes } = await bucket.get(key)
    const changed = Buffer.from(bytes)
    changed[changed.length - 1]! ^= 1
    await bucket.put(key, changed)
    await expect(buildRegion(await request(osm))).rejects.toThrow(`${key} is not what`)

    const planned = await planPartsJob({ ...place(), osm: [other], parts: 2, ...(await machine()) })
    expect(planned.isKept).toBe(false)
    expect(await keysUnder(prefix)).not.toContain('part-2.json')
  })

  test('leave a part unfinished when they are stopped', async () => {
    await removeStoredParts(bucket, prefix)
    await planPartsJob({ ...place(), osm: [osm], parts: 2, ...(await machine()) })
    const stop = new AbortController()
    const { home } = await machine()
    const building = buildPartJob({
      ...place(),
      part: 1,
      home,
      signal: stop.signal,
      progress: ({ stage }) => stage === 'Building the part' && stop.abort(new Error('stopped')),
    })
    await expect(building).rejects.toThrow('stopped')
    expect(await keysUnder(prefix)).not.toContain('part-1.json')
    expect(await readdir(join(home, 'work'))).toEqual([])
  })

  test('name a part that the engine cannot build', async () => {
    const damaged = tinyOsm(roadNet(46.02, 9.02, 20, 0.02)).subarray(0, -100)
    const key = `${prefix}part-2/extract-0.osm.pbf`
    await bucket.put(key, damaged)
    const plan = JSON.parse(Buffer.from((await bucket.get(`${prefix}plan.json`)).bytes).toString())
    plan.parts[1].extracts = [{ key, size: damaged.length, sha256: hash('sha256', damaged) }]
    await bucket.put(`${prefix}plan.json`, JSON.stringify(plan))
    const building = buildPartJob({ ...place(), part: 2, ...(await machine()) })
    await expect(building).rejects.toThrow('net (part 2 of 2)')
    await removeStoredParts(bucket, prefix)
  })

  test('refuse an unsorted extract before anything is stored', async () => {
    const unsorted = join(folder, 'unsorted.osm.pbf')
    const net = tinyOsm(roadNet(46, 8, 20, 0.05))
    await writeFile(unsorted, Buffer.concat([net, net]))
    const planning = planPartsJob({
      ...place(),
      osm: [unsorted],
      parts: 2,
      ...(await machine()),
    })
    await expect(planning).rejects.toThrow('unsorted.osm.pbf')
    expect(await keysUnder(prefix)).toEqual([])
  })
})

const heights = realRegion('andorra/N42E001.hgt')
test.runIf(heights && withCampaigns)(
  'a build in parts adds elevation only in its last job, and equals a build on one machine',
  { timeout },
  async () => {
    const bounds = { min_lat: 42.45, min_lon: 1.4, max_lat: 42.65, max_lon: 1.8 }
    const osm = join(folder, 'hills.osm.pbf')
    await writeFile(osm, tinyOsm({ ...roadNet(42.45, 1.4, 20, 0.01), bounds }))
    const prefix = 'datasets/.parts/net/hills/'
    expect(await buildParts(osm, 2, prefix)).toBe(2)
    const builtParts = await openStoredParts(bucket, prefix)
    const build = async (more: object) => {
      const { home } = await machine()
      const storage = new LocalStorage(join(home, 'data'))
      return await buildRegion({ name, osm: [osm], dem: [heights!], storage, home, ...more })
    }
    const [whole, local, merged] = [
      await build({ parts: 1 }),
      await build({ parts: 2 }),
      await build({ builtParts }),
    ]
    expect(local.files).toEqual(whole.files)
    expect(merged.files).toEqual(local.files)
  },
)

describe('the files of a part', () => {
  test('are unchanged when they are read back, whatever their sizes', async () => {
    const from = await mkdtemp(join(folder, 'files-'))
    const to = await mkdtemp(join(folder, 'files-'))
    // Objects are read in pieces of 8 MiB.
    const sizes = [1, 8 * 2 ** 20 - 1, 5, 17e6, 0, 3, 0]
    const names = sizes.map((_, i) => `2/000/000/00${i}.gph`)
    await mkdir(join(from, '2/000/000'), { recursive: true })
    const contents = sizes.map((size, i) => Buffer.alloc(size, `${i} of these`))
    for (const [i, name] of names.entries()) await writeFile(join(from, name), contents[i]!)
    const part = { number: 1, cutFrom: 'x', folder: from, names }
    const files = await storePartFiles(bucket, 'datasets/.parts/net/files/', part)
    await unpackPartFiles(bucket, files, (name) => join(to, name))
    for (const [i, name] of names.entries())
      expect((await readFile(join(to, name))).equals(contents[i]!), name).toBe(true)
  })
})

describe('the folder of parts', () => {
  test('is addressed by bucket, region and id', () => {
    expect(parsePartsAddress('s3://maps/datasets/.parts/alps/0a1b/')).toEqual({
      bucket: 'maps',
      prefix: 'datasets/.parts/alps/0a1b/',
    })
    for (const other of [
      's3://maps',
      's3://maps/datasets/alps/1',
      '/tmp',
      's3://maps/datasets/.parts/a',
    ])
      expect(() => parsePartsAddress(other), other).toThrow('s3://BUCKET/datasets/.parts/NAME/ID')
  })
})
