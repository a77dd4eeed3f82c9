import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '#platform/storage'
import { S3Storage } from '#platform/storage/s3'
import { storageContract } from '../../contract/storage.ts'
import { partBytes } from '../../contract/storage-upload.ts'
import { clientOf, needsS3rver, startS3, type TestS3 } from '../../fixtures/s3.ts'

/** Milliseconds that no test reaches: these tests count requests, and on a busy machine any read may seem slow. */
const never = 600_000

storageContract('an S3 bucket', async () => {
  // Pages of three keys, so that every listing has a continuation.
  const s3 = await startS3({ keysPerPage: 3 })
  const storage = new S3Storage({
    bucket: s3.bucket,
    client: clientOf(s3),
    settings: { partBytes },
  })
  return { storage, close: () => s3.stop() }
})

describe('the S3 store', () => {
  needsS3rver()
  let s3: TestS3
  let storage: S3Storage

  beforeAll(async () => {
    s3 = await startS3()
    storage = new S3Storage({
      bucket: s3.bucket,
      client: clientOf(s3),
      settings: { partBytes, parallelParts: 2, hedgeMilliseconds: never },
    })
  })
  afterAll(() => s3.stop())

  test('opens the bucket and the endpoint that the environment names', async () => {
    const opened = await openStorage(s3.env)
    expect(opened).toBeInstanceOf(S3Storage)
    await opened.put('from/environment', 'here')
    expect(s3.peek('from/environment')?.toString()).toBe('here')
  })

  test('makes one request for equal reads at the same time', async () => {
    await storage.put('a', 'some bytes')
    const range = { start: 2, end: 6 }
    const before = s3.requests.length
    const [one, two] = await Promise.all([
      storage.get('a', { range }),
      storage.get('a', { range: { ...range } }),
      storage.get('a', { range: { start: 2, end: 7 } }),
    ])
    expect(two.bytes).toBe(one.bytes)
    const ranges = s3.requests.slice(before).map(({ range }) => range)
    expect(ranges.sort()).toEqual(['bytes=2-5', 'bytes=2-6'])
  })

  test('reads in one request, and puts in one request with a checksum', async () => {
    const before = s3.requests.length
    const put = await storage.put('b', 'text')
    await storage.get('b', { etag: put.etag, range: { start: 0, end: 1 } })
    expect(s3.requests.slice(before).map(({ operation }) => operation)).toEqual([
      'PutObject',
      'GetObject',
    ])
    expect(storage.statistics).toMatchObject({ retries: 0, hedges: 0 })
  })

  test('streams a long body in parts, with no piece larger than a part', async () => {
    const chunk = Buffer.alloc(700_001, 'xyz')
    const chunks = Array.from({ length: 20 }, () => chunk)
    const before = s3.requests.length
    const put = await storage.put('long', Readable.from(chunks))
    expect(put.size).toBe(20 * 700_001)
    expect(Buffer.compare(s3.peek('long')!, Buffer.concat(chunks))).toBe(0)
    expect(s3.requests.slice(before).map(({ operation }) => operation)).toEqual([
      'CreateMultipartUpload',
      ...Array(3).fill('UploadPart'),
      'CompleteMultipartUpload',
    ])
    expect(s3.unfinished()).toEqual([])
  })

  test('leaves no parts behind when a long stream breaks', async () => {
    const broken = Readable.from(
      (async function* () {
        for (let i = 0; i < 20; i++) yield Buffer.alloc(1_000_000, i)
        throw new Error('the line went dead')
      })(),
    )
    await expect(storage.put('broken', broken)).rejects.toThrow('the line went dead')
    expect(s3.peek('broken')).toBeUndefined()
    expect(s3.unfinished()).toEqual([])
  })

  test('puts a body of exactly one part in one request', async () => {
    const before = s3.requests.length
    const half = Buffer.alloc(partBytes / 2, 1)
    await storage.put('exact', Readable.from([half, half]))
    expect(s3.requests.slice(before).map(({ operation }) => operation)).toEqual(['PutObject'])
    expect(s3.peek('exact')?.length).toBe(partBytes)
  })
})
