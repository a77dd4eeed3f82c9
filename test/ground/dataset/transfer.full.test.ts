import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CopyProgress,
  computeEngineDisk,
  computeMaxRoutingBytes,
  copyBuild,
  listBuilds,
  listDatasets,
  publish,
  readCurrentBuild,
  rollback,
  verify,
} from '#ground/dataset'
import { LocalStorage, openStorage, type Storage } from '#platform/storage'
import { needsS3rver, startS3, type TestS3 } from '../../fixtures/s3.ts'
import { builds, noise, writeBuild } from './builds.ts'

const [first, second] = builds
/** Large enough to be sent in several parts. */
const tiles = noise(21 * 1024 * 1024)
const terrain = noise(100_000, 'b')

let s3: TestS3
let root: string
let local: LocalStorage
let bucket: Storage
let region = 0
let name: string

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
  Object.assign(process.env, s3.env)
})
afterAll(() => s3.stop())

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-transfer-'))
  local = new LocalStorage(root)
  bucket = await openStorage(s3.env)
  name = `alps-${++region}`
  await writeBuild(local, name, first, { 'routing.tar': tiles, 'terrain.tif': terrain })
  s3.requests.length = 0
})
afterEach(async () => {
  s3.faults.clear()
  await rm(root, { recursive: true })
})

const held = (file: string) => s3.peek(`datasets/${name}/${first}/${file}`)
const sent = (file = '') =>
  s3.requests.filter(
    ({ operation, key }) => ['PutObject', 'UploadPart'].includes(operation) && key.endsWith(file),
  )

describe('copying a build to a bucket', () => {
  test('copies every file and then the manifest, and publishes nothing', async () => {
    const manifest = await copyBuild(local, bucket, name, first)
    expect(manifest.build).toBe(first)
    expect(held('routing.tar')?.equals(tiles)).toBe(true)
    expect(held('terrain.tif')?.equals(terrain)).toBe(true)
    expect(sent().at(-1)?.key).toMatch(/manifest\.json$/)
    expect(await readCurrentBuild(bucket, name)).toBeUndefined()
    await verify(bucket, name, first)
  })

  test('reports its progress, from nothing to all bytes, and never backwards', async () => {
    const told: CopyProgress[] = []
    await copyBuild(local, bucket, name, first, { onProgress: (progress) => told.push(progress) })
    const totalBytes = tiles.length + terrain.length
    expect(told[0]).toEqual({ doneBytes: 0, totalBytes, file: 'routing.tar' })
    expect(told.at(-1)).toEqual({ doneBytes: totalBytes, totalBytes, file: 'terrain.tif' })
    const done = told.map(({ doneBytes }) => doneBytes)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(new Set(done).size).toBeGreaterThan(3)
  })

  test('sends no file again when it is repeated', async () => {
    await copyBuild(local, bucket, name, first)
    s3.requests.length = 0
    await copyBuild(local, bucket, name, first)
    expect(sent().map(({ key }) => key.split('/').at(-1))).toEqual(['manifest.json'])
  })

  test('resumes where a stopped attempt ended', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    await expect(
      copyBuild(local, bucket, name, first, {
        signal: stop.signal,
        onProgress: ({ doneBytes }) => doneBytes > 0 && stop.abort(reason),
      }),
    ).rejects.toBe(reason)
    expect(await listBuilds(bucket, name)).toEqual([])
    expect(held('routing.tar')).toBeUndefined()
    const parts = (range = s3.requests) =>
      range.filter(({ operation, status }) => operation === 'UploadPart' && status === 200)
    const before = parts()
    expect(before.length).toBeGreaterThan(0)

    s3.requests.length = 0
    await copyBuild(local, bucket, name, first)
    const again = new Set(parts().map(({ partNumber }) => partNumber))
    for (const { partNumber } of before) expect(again).not.toContain(partNumber)
    expect(held('routing.tar')?.equals(tiles)).toBe(true)
  })

  test('succeeds despite failing requests', async () => {
    s3.faults.next(1, 'unavailable', ({ operation }) => operation === 'UploadPart')
    s3.faults.next(1, 'reset', ({ operation }) => operation === 'UploadPart')
    await copyBuild(local, bucket, name, first)
    expect(held('routing.tar')?.equals(tiles)).toBe(true)
  })

  test.each([
    [
      'another byte',
      (path: string) => writeFile(path, Buffer.from(tiles).fill(0, 7, 8)),
      'SHA-256',
    ],
    ['too few bytes', (path: string) => writeFile(path, 'x'), 'has 1 bytes instead of'],
    ['no file at all', (path: string) => rm(path), 'is missing'],
  ])('refuses a build with %s and leaves the bucket without it', async (_, damage, sentence) => {
    await damage(local.localPath(`datasets/${name}/${first}/routing.tar`))
    await expect(copyBuild(local, bucket, name, first)).rejects.toMatchObject({
      name: 'DatasetError',
      message: expect.stringContaining(sentence),
    })
    expect(await listBuilds(bucket, name)).toEqual([])
    expect(held('routing.tar')).toBeUndefined()
  })

  test('refuses a build that does not exist', async () => {
    await expect(copyBuild(local, bucket, name, second)).rejects.toThrow(
      `Region ${name} has no build ${second}.`,
    )
  })

  test('replaces damaged files in the bucket', async () => {
    await copyBuild(local, bucket, name, first)
    await bucket.put(`datasets/${name}/${first}/terrain.tif`, 'x')
    await expect(verify(bucket, name, first)).rejects.toThrow('terrain.tif has 1 bytes')
    await copyBuild(local, bucket, name, first)
    await verify(bucket, name, first)
  })

  test('works between any two stores', async () => {
    await copyBuild(local, bucket, name, first)
    const other = new LocalStorage(join(root, 'other'))
    await copyBuild(bucket, other, name, first)
    await verify(other, name, first)
  })
})

test('builds in a bucket are published, listed and rolled back as on a machine', async () => {
  await writeBuild(local, name, second)
  for (const build of [first, second]) {
    await copyBuild(local, bucket, name, build)
    await publish(bucket, name, build)
  }
  expect(await listDatasets(bucket)).toContainEqual({
    name,
    build: second,
    builds: [second, first],
  })
  expect(await rollback(bucket, name)).toMatchObject({ build: first, previous: [] })
})

test('the minimum disk for a routing.tar can hold it, and a disk of a mebibyte less cannot', () => {
  for (const size of [0, 1, 1024 ** 2, 5e8, 2_113_929_216, 5e9 + 1]) {
    const disk = computeEngineDisk(size)
    expect(computeMaxRoutingBytes(disk)).toBeGreaterThanOrEqual(size)
    if (size > 0) expect(computeMaxRoutingBytes(disk - 1)).toBeLessThan(size)
  }
})
