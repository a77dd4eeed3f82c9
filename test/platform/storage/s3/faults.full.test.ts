import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#platform/errors'
import { ObjectChanged, ObjectNotFound } from '#platform/storage'
import { type S3Settings, S3Storage } from '#platform/storage/s3'
import {
  clientOf,
  type Fault,
  type LoggedRequest,
  needsS3rver,
  startS3,
  type TestS3,
} from '../../../fixtures/s3.ts'

/** Milliseconds that no test reaches. */
const never = 600_000
const retryPolicy = { attempts: 3, backoffMilliseconds: 1, responseTimeoutMilliseconds: never }

let s3: TestS3
let storage: S3Storage

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

const open = (settings: Partial<S3Settings> = {}): S3Storage =>
  new S3Storage({
    bucket: s3.bucket,
    client: clientOf(s3),
    settings: {
      read: retryPolicy,
      write: retryPolicy,
      hedgeMilliseconds: never,
      stallMilliseconds: never,
      ...settings,
    },
  })

beforeEach(async () => {
  storage = open()
  await storage.put('a', 'the right bytes')
  s3.requests.length = 0
})
afterEach(() => {
  s3.faults.clear()
  storage.close()
})

const text = async (read: Promise<{ bytes: Uint8Array }>): Promise<string> =>
  Buffer.from((await read).bytes).toString()

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => 'no failure',
    (error: unknown) => error,
  )

/** Returns timeouts that are short enough for a fault to be noticed. */
const settingsFor = (fault: Fault): Partial<S3Settings> => {
  if (fault === 'never-answers')
    return { read: { ...retryPolicy, responseTimeoutMilliseconds: 400 } }
  if (fault === 'stalled-body') return { stallMilliseconds: 400 }
  return {}
}

const passing = [
  'unavailable',
  'internal-error',
  'reset',
  'lost-answer',
  'truncated-body',
  'stalled-body',
  'never-answers',
] satisfies Fault[]

describe.each(passing)('a read that meets %s', (fault) => {
  test('is retried after one or two faults and returns the right bytes', async () => {
    const storage = open(settingsFor(fault))
    for (const count of [1, 2]) {
      s3.requests.length = 0
      s3.faults.next(count, fault)
      expect(await text(storage.get('a', { range: { start: 4, end: 9 } }))).toBe('right')
      expect(s3.requests).toHaveLength(count + 1)
    }
    expect(storage.statistics).toMatchObject({ retries: 3, hedges: 0 })
  })

  test('is service_unavailable after three faults, and the next read succeeds', async () => {
    const storage = open(settingsFor(fault))
    s3.faults.next(3, fault)
    const failure = await failureOf(storage.get('a'))
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: 'service_unavailable', status: 503 })
    expect(s3.requests).toHaveLength(3)
    expect(await text(storage.get('a'))).toBe('the right bytes')
  })
})

test('the error for the caller does not name the bucket, and the log names bucket and key', async () => {
  s3.faults.next(1, 'forbidden')
  const failure = (await failureOf(storage.get('a'))) as ApiError
  expect(JSON.stringify(failure.toJSON())).not.toContain(s3.bucket)
  expect(String(failure.cause)).toContain(`GetObject of s3://${s3.bucket}/a failed`)
  expect(String(failure.cause)).toContain('AccessDenied')
})

test('permanent faults are not retried', async () => {
  s3.faults.next(1, 'forbidden')
  expect(await failureOf(storage.get('a'))).toMatchObject({ code: 'service_unavailable' })
  s3.faults.next(1, 'missing')
  expect(await failureOf(storage.get('a'))).toBeInstanceOf(ObjectNotFound)
  expect(await failureOf(storage.get('a', { etag: '"stale"' }))).toBeInstanceOf(ObjectChanged)
  expect(await failureOf(storage.get('a', { range: { start: 99, end: 100 } }))).toBeInstanceOf(
    RangeError,
  )
  expect(s3.requests).toHaveLength(4)
  expect(await text(storage.get('a'))).toBe('the right bytes')
})

test('a missing bucket is reported as a fault, and not as a missing object', async () => {
  const astray = new S3Storage({ bucket: 'another', client: clientOf(s3) })
  expect(await failureOf(astray.get('a'))).toMatchObject({ code: 'service_unavailable' })
})

test('an unreachable store is service_unavailable, and recovers', async () => {
  const other = await startS3()
  const { port } = new URL(other.endpoint)
  const storage = new S3Storage({
    bucket: other.bucket,
    client: clientOf(other),
    settings: { read: retryPolicy },
  })
  await other.stop()
  expect(await failureOf(storage.get('a'))).toMatchObject({ code: 'service_unavailable' })
  const again = await startS3({ port: Number(port) })
  await storage.put('a', 'back')
  expect(await text(storage.get('a'))).toBe('back')
  await again.stop()
})

test('missing credentials are service_unavailable, and are requested again', async () => {
  const { credentials } = clientOf(s3)
  let asked = 0
  const storage = new S3Storage({
    bucket: s3.bucket,
    client: {
      ...clientOf(s3),
      credentials: async () => {
        if (++asked === 1) throw new Error('no credentials today')
        return credentials as { accessKeyId: string; secretAccessKey: string }
      },
    },
  })
  expect(await failureOf(storage.get('a'))).toMatchObject({ code: 'service_unavailable' })
  expect(s3.requests).toEqual([])
  expect(await text(storage.get('a'))).toBe('the right bytes')
})

test('an answer with another byte range than requested is refused', async () => {
  // A proxy in front of S3 that does not support ranges would do this.
  s3.faults.next(1, 'range-ignored')
  expect(await text(storage.get('a', { range: { start: 0, end: 3 } }))).toBe('the')
  expect(s3.requests).toHaveLength(2)
})

describe('requests other than reads', () => {
  const works: [string, (storage: S3Storage) => Promise<unknown>][] = [
    ['head', (storage) => storage.head('a')],
    ['put', (storage) => storage.put('a', 'new')],
    ['delete', (storage) => storage.delete('a')],
    ['list', (storage) => storage.list('a')[Symbol.asyncIterator]().next()],
  ]
  test.each(works)('are retried a bounded number of times: %s', async (_name, work) => {
    for (const fault of ['unavailable', 'reset', 'lost-answer'] satisfies Fault[]) {
      s3.requests.length = 0
      s3.faults.next(2, fault)
      await work(storage)
      expect(s3.requests).toHaveLength(3)
      s3.faults.next(3, fault)
      expect(await failureOf(work(storage))).toMatchObject({ code: 'service_unavailable' })
      expect(s3.requests).toHaveLength(6)
    }
  })
})

describe('a read with a slow first byte', () => {
  const isRead = ({ operation }: LoggedRequest): boolean => operation === 'GetObject'

  test('makes exactly one second request and uses its answer', async () => {
    const storage = open({ hedgeMilliseconds: 20 })
    s3.faults.next(1, 'never-answers', isRead)
    expect(await text(storage.get('a'))).toBe('the right bytes')
    expect(s3.requests.map(({ status }) => status)).toEqual([undefined, 200])
    expect(storage.statistics).toEqual({ requests: 2, retries: 0, hedges: 1, hedgesWon: 1 })
  })

  test('uses the first answer when it is faster than the second', async () => {
    const storage = open({ hedgeMilliseconds: 20 })
    s3.faults.next(1, 'slow-first-byte')
    s3.faults.next(1, 'never-answers')
    expect(await text(storage.get('a'))).toBe('the right bytes')
    expect(s3.requests.map(({ status }) => status)).toEqual([200, undefined])
    expect(storage.statistics).toMatchObject({ requests: 2, hedges: 1, hedgesWon: 0 })
  })

  test.each(['reset', 'unavailable', 'forbidden'] satisfies Fault[])(
    'waits for the first answer when the second request ends in %s',
    async (fault) => {
      const storage = open({ hedgeMilliseconds: 20 })
      s3.faults.next(1, 'slow-first-byte')
      s3.faults.next(1, fault)
      expect(await text(storage.get('a'))).toBe('the right bytes')
      expect(storage.statistics).toMatchObject({ requests: 2, retries: 0, hedges: 1 })
    },
  )

  test('makes one second request for the whole read, however many attempts it takes', async () => {
    const storage = open({
      hedgeMilliseconds: 20,
      read: { ...retryPolicy, responseTimeoutMilliseconds: 400 },
    })
    s3.faults.next(4, 'never-answers')
    expect(await failureOf(storage.get('a'))).toMatchObject({ code: 'service_unavailable' })
    expect(s3.requests).toHaveLength(4)
    expect(storage.statistics).toMatchObject({ retries: 2, hedges: 1, hedgesWon: 0 })
    expect(await text(storage.get('a'))).toBe('the right bytes')
  })

  test('does not double the load when every read is slow', async () => {
    const storage = open({ hedgeMilliseconds: 1 })
    for (let i = 0; i < 30; i++) await storage.put(`slow/${i}`, `${i}`)
    s3.faults.next(100, 'slow-first-byte')
    const reads = Array.from({ length: 30 }, (_, i) => text(storage.get(`slow/${i}`)))
    expect(await Promise.all(reads)).toEqual(reads.map((_, i) => `${i}`))
    expect(storage.statistics.hedges).toBeGreaterThan(0)
    expect(storage.statistics.hedges).toBeLessThan(14)
  })
})

describe('an aborted read', () => {
  test('aborts its request when no other caller waits for it', async () => {
    const abort = new AbortController()
    s3.faults.next(1, 'never-answers')
    const left = failureOf(storage.get('a', { signal: abort.signal }))
    await expect.poll(() => s3.requests.length).toBe(1)
    const reason = new Error('the deadline has passed')
    abort.abort(reason)
    expect(await left).toBe(reason)
    await expect.poll(() => s3.open()).toBe(0)
    expect(await text(storage.get('a'))).toBe('the right bytes')
  })

  test('does not affect other callers of the same range', async () => {
    const abort = new AbortController()
    s3.faults.next(1, 'slow-first-byte')
    const left = failureOf(storage.get('a', { signal: abort.signal }))
    const stayed = text(storage.get('a'))
    await expect.poll(() => s3.requests.length).toBe(1)
    abort.abort(new Error('gone'))
    expect(await left).toMatchObject({ message: 'gone' })
    expect(await stayed).toBe('the right bytes')
    expect(s3.requests).toHaveLength(1)
  })
})

describe('a read that hangs', () => {
  const bytes = Buffer.from('written later')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const source = { size: bytes.length, read: async () => bytes }
  const writes: [string, (storage: S3Storage) => Promise<unknown>][] = [
    ['put', (storage) => storage.put('a', bytes)],
    ['upload', (storage) => storage.upload('a', source, { sha256 })],
  ]

  test.each(writes)('is not joined by a read after a %s', async (_name, write) => {
    const abort = new AbortController()
    s3.faults.next(1, 'never-answers')
    const before = failureOf(storage.get('a', { signal: abort.signal }))
    await expect.poll(() => s3.requests.length).toBe(1)
    await write(storage)
    expect(await text(storage.get('a'))).toBe('written later')
    abort.abort(new Error('enough'))
    expect(await before).toMatchObject({ message: 'enough' })
  })

  test('is not joined by a read after a delete', async () => {
    const abort = new AbortController()
    s3.faults.next(1, 'never-answers')
    const before = failureOf(storage.get('a', { signal: abort.signal }))
    await expect.poll(() => s3.requests.length).toBe(1)
    await storage.delete('a')
    expect(await failureOf(storage.get('a'))).toBeInstanceOf(ObjectNotFound)
    abort.abort(new Error('enough'))
    await before
  })
})
