import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  assertBuildId,
  assertRegionName,
  DatasetError,
  DatasetWriter,
  listBuilds,
  listDatasets,
  makeBuildId,
  openCompleteDataset,
  openDataset,
  publish,
  readCurrentBuild,
  readManifest,
  readPointer,
  removeBuild,
  rollback,
  verify,
} from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { builds, facts, writeBuild } from './builds.ts'

const [first, second, third] = builds

let root: string
let storage: LocalStorage

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-dataset-'))
  storage = new LocalStorage(root)
})
afterEach(() => rm(root, { recursive: true }))

const write = (name: string, build: string, body = `tiles of ${build}`) =>
  writeBuild(storage, name, build, { 'routing.tar': body })

describe('ids and names', () => {
  test('sort builds by time, to the second, and differ within a second', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1000, max: 1e9 }),
        (date, laterMs) => {
          const id = makeBuildId(date)
          assertBuildId(id)
          expect(makeBuildId(new Date(date.getTime() + laterMs)) > id).toBe(true)
          expect(makeBuildId(date)).not.toBe(id)
        },
      ),
    )
  })

  test('are plain and in lower case for regions', () => {
    for (const name of ['a', 'andorra', 'north-rhine-2', '0', 'x'.repeat(63)])
      expect(() => assertRegionName(name)).not.toThrow()
    for (const name of ['', 'A', '-a', 'a_b', 'a/b', '..', 'a.b', 'é', 'x'.repeat(64)])
      expect(() => assertRegionName(name), name).toThrow(DatasetError)
  })
})

describe('a build', () => {
  test('records size and hash of each written file', async () => {
    await write('alps', first, 'some tiles')
    const manifest = await readManifest(storage, 'alps', first)
    expect(manifest.files).toEqual([
      {
        name: 'routing.tar',
        size: 10,
        sha256: createHash('sha256').update('some tiles').digest('hex'),
      },
    ])
    await verify(storage, 'alps', first)
  })

  test('does not exist until its manifest is written', async () => {
    const writer = new DatasetWriter(storage, 'alps', first)
    await writer.add('routing.tar', ReadableStream.from([Buffer.from('1')]))
    expect(await listBuilds(storage, 'alps')).toEqual([])
    await expect(publish(storage, 'alps', first)).rejects.toThrow(
      `Region alps has no build ${first}.`,
    )
    await writer.finish(facts)
    expect(await listBuilds(storage, 'alps')).toEqual([first])
  })

  test('leaves no file when it is discarded', async () => {
    const writer = new DatasetWriter(storage, 'alps', first)
    await writer.add('routing.tar', ReadableStream.from([Buffer.from('1')]))
    await writer.discard()
    const left = []
    for await (const { key } of storage.list('')) left.push(key)
    expect(left).toEqual([])
  })

  test('lists missing files and files with another size or hash', async () => {
    const writer = new DatasetWriter(storage, 'alps', first)
    for (const file of ['a.bin', 'b.bin', 'c.bin', 'd.bin'])
      await writer.add(file, ReadableStream.from([Buffer.from('12345')]))
    await writer.finish(facts)
    const folder = join(root, 'datasets/alps', first)
    await writeFile(join(folder, 'a.bin'), '12354')
    await writeFile(join(folder, 'b.bin'), '1234')
    await rm(join(folder, 'd.bin'))
    await expect(verify(storage, 'alps', first)).rejects.toThrow(
      'a.bin has another SHA-256; b.bin has 4 bytes, not 5; d.bin is missing.',
    )
  })
})

describe('publishing', () => {
  test('switches the pointer, and each rollback returns to one build earlier', async () => {
    for (const build of [first, second, third]) {
      await write('alps', build)
      await publish(storage, 'alps', build)
    }
    expect(await readPointer(storage, 'alps')).toMatchObject({
      build: third,
      previous: [second, first],
    })
    expect(await listBuilds(storage, 'alps')).toEqual([third, second, first])
    expect((await rollback(storage, 'alps')).build).toBe(second)
    expect((await rollback(storage, 'alps')).build).toBe(first)
    await expect(rollback(storage, 'alps')).rejects.toThrow('no earlier published build')
    expect(await publish(storage, 'alps', third)).toMatchObject({ build: third, previous: [first] })
  })

  test('changes nothing when it is repeated for the same build', async () => {
    await write('alps', first)
    await publish(storage, 'alps', first)
    expect(await publish(storage, 'alps', first)).toMatchObject({ build: first, previous: [] })
  })

  test('refuses a build with a missing or shortened file and keeps the pointer', async () => {
    await write('alps', first)
    await publish(storage, 'alps', first)
    await write('alps', second)
    await writeFile(join(root, 'datasets/alps', second, 'routing.tar'), 'cut')
    await expect(publish(storage, 'alps', second)).rejects.toThrow('has 3 bytes instead of')
    await rm(join(root, 'datasets/alps', second, 'routing.tar'))
    await expect(publish(storage, 'alps', second)).rejects.toThrow('routing.tar of build')
    expect(await readCurrentBuild(storage, 'alps')).toBe(first)
  })

  test('skips removed builds in a rollback', async () => {
    for (const build of [first, second, third]) {
      await write('alps', build)
      await publish(storage, 'alps', build)
    }
    await removeBuild(storage, 'alps', second)
    expect(await rollback(storage, 'alps')).toMatchObject({ build: first, previous: [] })
  })

  test('refuses a build with a flipped bit and keeps the pointer, as a rollback does', async () => {
    for (const build of [first, second]) {
      await write('alps', build)
      await publish(storage, 'alps', build)
    }
    const path = join(root, 'datasets/alps', first, 'routing.tar')
    const bytes = await readFile(path)
    bytes[3]! ^= 1
    await writeFile(path, bytes)
    const refusal = `routing.tar of build ${first} of region alps is damaged: it has another SHA-256 than its manifest says.`
    await expect(publish(storage, 'alps', first)).rejects.toThrow(refusal)
    await expect(rollback(storage, 'alps')).rejects.toThrow(refusal)
    expect(await readCurrentBuild(storage, 'alps')).toBe(second)
  })

  test('refuses a manifest that has changed since it was published', async () => {
    for (const build of [first, second]) {
      await write('alps', build)
      await publish(storage, 'alps', build)
    }
    const key = `datasets/alps/${first}/manifest.json`
    const text = Buffer.from((await storage.get(key)).bytes).toString()
    await storage.put(key, text.replace('OpenStreetMap', 'OpenStreetNap'))
    await expect(rollback(storage, 'alps')).rejects.toThrow('has another SHA-256 than when')
    await storage.put(key, text)
    expect(await rollback(storage, 'alps')).toMatchObject({ build: first })
  })

  test('adds the hash of the manifest to a pointer of an earlier version', async () => {
    await write('alps', first)
    const key = 'datasets/alps/current.json'
    await storage.put(key, JSON.stringify({ build: first, previous: [] }))
    expect((await openDataset(storage, 'alps')).build).toBe(first)
    const bytes = (await storage.get(`datasets/alps/${first}/manifest.json`)).bytes
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const pointer = { build: first, previous: [], manifests: { [first]: sha256 } }
    expect(await publish(storage, 'alps', first)).toEqual(pointer)
    expect(JSON.parse(Buffer.from((await storage.get(key)).bytes).toString())).toEqual(pointer)
  })

  test('lists regions with the published build and all finished builds', async () => {
    await write('alps', first)
    await write('alps', second)
    await write('jura', third)
    await publish(storage, 'alps', first)
    expect(await listDatasets(storage)).toEqual([
      { name: 'alps', build: first, builds: [second, first] },
      { name: 'jura', build: null, builds: [third] },
    ])
  })
})

describe('opening for serving', () => {
  const refusal = { code: 'service_unavailable', status: 503 }

  test('returns the manifest and the keys of the published files', async () => {
    await write('alps', first)
    await publish(storage, 'alps', first)
    const dataset = await openDataset(storage, 'alps')
    expect(dataset).toMatchObject({ name: 'alps', build: first, manifest: facts })
    const { bytes } = await storage.get(dataset.fileKey('routing.tar'))
    expect(Buffer.from(bytes).toString()).toBe(`tiles of ${first}`)
    expect(dataset.has('terrain.tif')).toBe(false)
    expect(() => dataset.fileKey('terrain.tif')).toThrow(
      expect.objectContaining({ ...refusal, cause: expect.any(DatasetError) }),
    )
  })

  test('is unavailable, with the reason as cause, when no complete build is published', async () => {
    const refused = async (reason: string): Promise<void> =>
      await expect(openDataset(storage, 'alps')).rejects.toMatchObject({
        ...refusal,
        cause: { message: expect.stringContaining(reason) },
      })
    await refused('Nothing is published of region alps.')
    expect(await readCurrentBuild(storage, 'alps')).toBeUndefined()

    await storage.put('datasets/alps/current.json', '{"build":')
    await refused('current.json) is damaged: it is not JSON.')
    await expect(readCurrentBuild(storage, 'alps')).rejects.toMatchObject(refusal)

    await storage.put('datasets/alps/current.json', '{"build": 3}')
    await refused('current.json) is damaged: build: ')

    await write('alps', first)
    await publish(storage, 'alps', first)
    expect((await openDataset(storage, 'alps')).build).toBe(first)

    await storage.put(`datasets/alps/${first}/manifest.json`, '{"name":"alps"}')
    await refused(`manifest of build ${first} of region alps is damaged: `)

    await write('jura', first)
    const foreign = await storage.get(`datasets/jura/${first}/manifest.json`)
    await storage.put(`datasets/alps/${first}/manifest.json`, foreign.bytes)
    await refused('has another SHA-256 than when it was published')
    await storage.put('datasets/alps/current.json', `{"build":"${first}","previous":[]}`)
    await refused('belongs to jura')

    await storage.delete(`datasets/alps/${first}/manifest.json`)
    await refused(`Region alps has no build ${first}.`)
  })

  test('checks on request that every file is present in full size', async () => {
    await write('alps', first)
    await publish(storage, 'alps', first)
    expect((await openCompleteDataset(storage, 'alps')).build).toBe(first)
    await writeFile(join(root, 'datasets/alps', first, 'routing.tar'), 'cut')
    await expect(openCompleteDataset(storage, 'alps')).rejects.toMatchObject({
      ...refusal,
      cause: { message: expect.stringContaining('has 3 bytes instead of') },
    })
  })
})
