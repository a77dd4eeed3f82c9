import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dataset, openDataset, provideLocalCopy, publish } from '#ground/dataset'
import { unavailable } from '#platform/errors'
import { LocalStorage, ObjectChanged } from '#platform/storage'
import { builds, noise, type RemoteStorage, remote, writeBuild } from './builds.ts'

const mebibyte = 1024 * 1024
const [first, second] = builds
/** Content of eight reads, the last one short. */
const tiles = noise(57 * mebibyte)

let root: string
let folder: string
let local: LocalStorage
let store: RemoteStorage
let dataset: Dataset

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-copy-'))
  folder = join(root, 'copies')
  local = new LocalStorage(join(root, 'store'))
  store = remote(local)
  await writeBuild(local, 'alps', first, { 'routing.tar': tiles })
  await publish(local, 'alps', first)
  dataset = await openDataset(local, 'alps')
})
afterEach(() => rm(root, { recursive: true }))

const copyFile = (signal?: AbortSignal) =>
  provideLocalCopy(store, dataset, 'routing.tar', { folder, ...(signal && { signal }) })
const copy = async (signal?: AbortSignal) => (await copyFile(signal)).path
const tileReads = () => store.reads.filter((read) => read.includes('routing.tar'))
const refused = (reason: string) =>
  expect(copy()).rejects.toMatchObject({
    status: 503,
    cause: { message: expect.stringContaining(reason) },
  })

describe('a local copy', () => {
  test('is the file itself when the store is a directory', async () => {
    const { path } = await provideLocalCopy(local, dataset, 'routing.tar', { folder })
    expect(path).toBe(local.localPath(dataset.fileKey('routing.tar')))
  })

  test('is compared with the manifest when the store is a directory', async () => {
    const other = Buffer.from(tiles)
    other[30 * mebibyte]! ^= 1
    await writeFile(local.localPath(dataset.fileKey('routing.tar')), other)
    await expect(provideLocalCopy(local, dataset, 'routing.tar', { folder })).rejects.toMatchObject(
      {
        status: 503,
        cause: { message: expect.stringContaining('has another SHA-256') },
      },
    )
  })

  test('has the same bytes, each read once, in parallel, from one version', async () => {
    let inFlight = 0
    let maxInFlight = 0
    const etags = new Set<string | undefined>()
    store.onGet = async (_, { etag }) => {
      etags.add(etag)
      maxInFlight = Math.max(maxInFlight, ++inFlight)
      await new Promise((resolve) => setImmediate(resolve))
      inFlight--
      return undefined
    }
    const path = await copy()
    expect((await readFile(path)).equals(tiles)).toBe(true)
    expect(tileReads()).toHaveLength(8)
    expect(maxInFlight).toBeGreaterThan(2)
    expect([...etags]).toEqual([(await local.head(dataset.fileKey('routing.tar')))?.etag])
    expect(await readdir(folder)).toEqual([dataset.manifest.files[0]?.sha256])
  })

  test('is downloaded once for simultaneous callers, and reused by later callers', async () => {
    const paths = await Promise.all([copy(), copy(), copy()])
    expect(new Set(paths).size).toBe(1)
    expect(tileReads()).toHaveLength(8)
    expect(await copy()).toBe(paths[0])
    expect(tileReads()).toHaveLength(8)
  })

  test('is shared by builds that contain the same file', async () => {
    const path = await copy()
    await writeBuild(local, 'alps', second, { 'routing.tar': tiles })
    await publish(local, 'alps', second)
    const next = await openDataset(local, 'alps')
    expect((await provideLocalCopy(store, next, 'routing.tar', { folder })).path).toBe(path)
    expect(tileReads()).toHaveLength(8)
  })

  test('is downloaded again when it was cut short on the disk', async () => {
    const path = await copy()
    await writeFile(path, 'short')
    expect((await stat(await copy())).size).toBe(tiles.length)
  })

  test.each([
    ['was changed in place and its times restored', 'in place'],
    ['was replaced by another file of the same size', 'replaced'],
  ])('is detected by its holder as damaged, and downloaded again, when it %s', async (_, how) => {
    const file = await copyFile()
    file.assertIntact()
    const { atime, mtime } = await stat(file.path)
    const other = Buffer.from(tiles)
    other[30 * mebibyte]! ^= 1
    if (how === 'replaced') await rm(file.path)
    await writeFile(file.path, other)
    await utimes(file.path, atime, mtime)
    expect(() => file.assertIntact()).toThrow(expect.objectContaining({ status: 503 }))
    const again = await copyFile()
    expect((await readFile(again.path)).equals(tiles)).toBe(true)
    expect(tileReads()).toHaveLength(16)
    again.assertIntact()
    // A reader that has mapped the damaged file must stop.
    expect(() => file.assertIntact()).toThrow()
    expect(again.fingerprint).not.toBe(file.fingerprint)
  })
})

describe('a failed download returns 503 with its reason, leaves nothing, and the next one succeeds', () => {
  afterEach(async () => {
    expect(await readdir(folder).catch(() => [])).toEqual([])
    store.onGet = undefined
    await local.put(dataset.fileKey('routing.tar'), tiles)
    expect((await readFile(await copy())).equals(tiles)).toBe(true)
  })

  test('when the object is missing', async () => {
    await local.delete(dataset.fileKey('routing.tar'))
    await refused('is missing')
  })

  test('when the object has another size', async () => {
    await local.put(dataset.fileKey('routing.tar'), tiles.subarray(1))
    await refused(`has ${tiles.length - 1} bytes instead of ${tiles.length}`)
    expect(tileReads()).toEqual([])
  })

  test('when the object has other bytes', async () => {
    const other = Buffer.from(tiles)
    other[other.length - 1]! ^= 1
    await local.put(dataset.fileKey('routing.tar'), other)
    await refused('another SHA-256')
  })

  test('when the object is replaced half way', async () => {
    store.onGet = async (_, { range }) => {
      if (range?.start === 48 * mebibyte) await local.put(dataset.fileKey('routing.tar'), tiles)
      return undefined
    }
    await expect(copy()).rejects.toMatchObject({ status: 503, cause: expect.any(ObjectChanged) })
  })

  test('when a range is cut short', async () => {
    store.onGet = async (key, options) => {
      const got = await local.get(key, options)
      return options.range?.start === 16 * mebibyte
        ? { ...got, bytes: got.bytes.subarray(0, 1000) }
        : got
    }
    await refused('gave 1000 bytes of 8388608 at 16777216')
  })

  test('when the store fails, without further reads', async () => {
    store.onGet = async (_, { range }) => {
      if (range?.start === 0) throw unavailable(new Error('slow down'))
      return undefined
    }
    await refused('slow down')
    expect(tileReads().length).toBeLessThan(8)
  })

  test('when its only caller aborts', async () => {
    const reason = new Error('enough')
    const caller = new AbortController()
    const signals: (AbortSignal | undefined)[] = []
    store.onGet = (_, { signal }) => {
      signals.push(signal)
      queueMicrotask(() => caller.abort(reason))
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
    }
    await expect(copy(caller.signal)).rejects.toBe(reason)
    expect(signals[0]?.aborted).toBe(true)
    // Soon after, the reads in flight end and the unfinished file is removed.
    await expect.poll(() => readdir(folder)).toEqual([])
  })
})

describe('the folder of copies', () => {
  test('keeps a download for other callers when one aborts', async () => {
    const caller = new AbortController()
    store.onGet = async () => {
      caller.abort(new Error('enough'))
      return undefined
    }
    const [aborted, path] = await Promise.allSettled([copy(caller.signal), copy()])
    expect(aborted.status).toBe('rejected')
    expect(path.status).toBe('fulfilled')
  })

  test('is cleared of unfinished downloads of ended processes, and of nothing else', async () => {
    await copy()
    const ended = spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout
    const id = '11111111-2222-3333-4444-555555555555'
    const left = [`incoming-${ended.trim()}-${id}`, `incoming-${process.pid}-${id}`]
    const kept = [`incoming-${process.ppid}-${id}`, 'f'.repeat(64)]
    for (const name of [...left, ...kept]) await writeFile(join(folder, name), 'x')
    await copy()
    const names = await readdir(folder)
    expect(names).toEqual(expect.arrayContaining(kept))
    for (const name of left) expect(names).not.toContain(name)
  })

  test('reports a full disk with a message of its own', async () => {
    const file = dataset.manifest.files[0]!
    const huge = { ...file, sha256: 'e'.repeat(64), size: Number.MAX_SAFE_INTEGER }
    const other = { ...dataset, entry: () => huge }
    const old = await copy()
    const unused = join(folder, 'd'.repeat(64))
    await writeFile(unused, 'x')
    await expect(provideLocalCopy(store, other, 'routing.tar', { folder })).rejects.toMatchObject({
      status: 503,
      cause: { message: expect.stringMatching(/has \d+ bytes and the disk under .* room for \d+/) },
    })
    // Unused copies are removed to make room.
    expect(await readdir(folder)).toEqual([old.slice(folder.length + 1)])
  })
})
