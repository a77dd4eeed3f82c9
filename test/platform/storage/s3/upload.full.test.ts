import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { S3Storage } from '#platform/storage/s3'
import { partBytes, sourceOf } from '../../../contract/storage-upload.ts'
import {
  clientOf,
  type Fault,
  type LoggedRequest,
  needsS3rver,
  startS3,
  type TestS3,
} from '../../../fixtures/s3.ts'

const size = partBytes * 5 + 77
const body = Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 13 + (i >> 16)) % 251))
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const sha256 = sha256Of(body)

let s3: TestS3
let storage: S3Storage

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

/** Opens the bucket as another process would: nothing is shared in memory. */
const open = (parallelParts = 2): S3Storage => {
  const retryPolicy = { attempts: 3, backoffMilliseconds: 1, responseTimeoutMilliseconds: 60_000 }
  const settings = { partBytes, parallelParts, read: retryPolicy, write: retryPolicy }
  return new S3Storage({ bucket: s3.bucket, client: clientOf(s3), settings })
}

beforeEach(() => {
  storage = open()
  s3.empty()
  s3.requests.length = 0
})
afterEach(() => {
  s3.faults.clear()
  storage.close()
})

const operations = (): string[] => s3.requests.map(({ operation }) => operation)
const partsSent = (): number[] =>
  s3.requests
    .filter(({ operation, status }) => operation === 'UploadPart' && status === 200)
    .map(({ partNumber }) => partNumber!)
    .sort((a, b) => a - b)
const isPart =
  (number: number) =>
  ({ operation, partNumber }: LoggedRequest): boolean =>
    operation === 'UploadPart' && partNumber === number

/**
 * Runs an attempt that breaks off at part 4 and leaves the earlier parts. It sends one part at a time: if it sent two
 * at once, the store might keep the second although its answer never came.
 */
async function interrupted(content: Buffer, promised: string): Promise<void> {
  s3.faults.next(3, 'unavailable', isPart(4))
  await expect(
    open(1).upload('big', sourceOf(content), { sha256: promised }),
  ).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(partsSent()).toEqual([1, 2, 3])
  s3.faults.clear()
  s3.requests.length = 0
}

describe('an upload in parts', () => {
  test('sends each part once and leaves nothing but the object', async () => {
    const put = await storage.upload('big', sourceOf(body), { sha256 })
    expect(partsSent()).toEqual([1, 2, 3, 4, 5, 6])
    expect(put).toMatchObject({ key: 'big', size, sha256 })
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
    expect(s3.unfinished()).toEqual([])
    expect(s3.keys()).toEqual(['big'])
  })

  test('continues in another process with the missing parts after it broke off', async () => {
    await interrupted(body, sha256)
    // The record of the upload in the store is not listed as an object.
    expect(s3.keys()).toHaveLength(1)
    expect(await storage.list('')[Symbol.asyncIterator]().next()).toMatchObject({ done: true })
    const told: number[] = []
    await open().upload('big', sourceOf(body), { sha256, onProgress: (bytes) => told.push(bytes) })
    expect(partsSent()).toEqual([4, 5, 6])
    expect(operations()).not.toContain('CreateMultipartUpload')
    expect(told).toHaveLength(6)
    expect(told.at(-1)).toBe(size)
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
    expect(s3.unfinished()).toEqual([])
    expect(s3.keys()).toEqual(['big'])
  })

  test('continues with the missing parts after it was aborted', async () => {
    const abort = new AbortController()
    const onProgress = (bytes: number): void => {
      if (bytes >= 2 * partBytes) abort.abort(new Error('closing the lid'))
    }
    await expect(
      storage.upload('big', sourceOf(body), { sha256, onProgress, signal: abort.signal }),
    ).rejects.toThrow('closing the lid')
    const left = partsSent()
    s3.requests.length = 0
    await open().upload('big', sourceOf(body), { sha256 })
    expect(partsSent().length).toBeLessThanOrEqual(4)
    expect(new Set([...left, ...partsSent()])).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
  })

  test('does not continue an upload that was begun for other content', async () => {
    // Both have the same beginning, so every stored part fits, and yet the objects differ.
    const other = Buffer.concat([body.subarray(0, size - 1), Buffer.from('!')])
    await interrupted(other, sha256Of(other))
    const put = await open().upload('big', sourceOf(body), { sha256 })
    expect(partsSent()).toEqual([1, 2, 3, 4, 5, 6])
    expect(put.sha256).toBe(sha256)
    expect((await storage.head('big'))?.sha256).toBe(sha256)
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
  })

  test('sends a part again when the store received something else', async () => {
    await interrupted(body, sha256)
    s3.spoilPart(s3.unfinished()[0]!, 2)
    await open().upload('big', sourceOf(body), { sha256 })
    expect(partsSent()).toEqual([2, 4, 5, 6])
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
  })

  test('begins anew when the store has deleted the parts', async () => {
    await interrupted(body, sha256)
    s3.forgetUploads()
    await open().upload('big', sourceOf(body), { sha256 })
    expect(partsSent()).toEqual([1, 2, 3, 4, 5, 6])
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
  })

  test.each(['unavailable', 'reset', 'lost-answer', 'internal-error'] satisfies Fault[])(
    'survives %s, whichever request meets it',
    async (fault) => {
      const short = body.subarray(0, partBytes + 77)
      const sha256 = sha256Of(short)
      for (const operation of [
        'HeadObject',
        'GetObject',
        'CreateMultipartUpload',
        'PutObject',
        'UploadPart',
        'CompleteMultipartUpload',
        'DeleteObject',
      ]) {
        await storage.delete('big')
        s3.faults.next(2, fault, (request) => request.operation === operation)
        const put = await storage.upload('big', sourceOf(short), { sha256 })
        expect(await storage.head('big'), operation).toMatchObject(put)
        expect(Buffer.compare(s3.peek('big')!, short)).toBe(0)
      }
    },
  )

  test('sends a part again that was changed in transit, and stores nothing when all attempts were', async () => {
    s3.faults.next(3, 'corrupted-request', isPart(3))
    await expect(storage.upload('big', sourceOf(body), { sha256 })).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(s3.peek('big')).toBeUndefined()
    s3.faults.next(2, 'corrupted-request', isPart(3))
    await storage.upload('big', sourceOf(body), { sha256 })
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
  })

  test('stores one correct object when two processes upload at once', async () => {
    const [one, two] = await Promise.all([
      storage.upload('big', sourceOf(body), { sha256 }),
      open().upload('big', sourceOf(body), { sha256 }),
    ])
    expect(one.sha256).toBe(two.sha256)
    expect(Buffer.compare(s3.peek('big')!, body)).toBe(0)
  })

  test('leaves no parts when the body differs from the promised one', async () => {
    const promised = sha256Of(Buffer.from('another'))
    await expect(storage.upload('big', sourceOf(body), { sha256: promised })).rejects.toMatchObject(
      { name: 'ContentMismatch' },
    )
    expect(s3.unfinished()).toEqual([])
    expect(s3.keys()).toEqual([])
  })

  test('buffers only the parts in transit and the next one', async () => {
    let read = 0
    let most = 0
    const done = (): number => partsSent().length
    const source = sourceOf(body)
    await storage.upload(
      'big',
      {
        size,
        read: (range) => {
          most = Math.max(most, ++read - done())
          return source.read(range)
        },
      },
      { sha256 },
    )
    expect(most).toBeLessThanOrEqual(3)
  })
})
