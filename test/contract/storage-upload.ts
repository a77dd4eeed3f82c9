import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ContentMismatch, type Storage, type UploadSource } from '#platform/storage'

/** Smallest part that S3 accepts; a store under test that splits bodies into parts uses this size. */
export const partBytes = 5 * 1024 * 1024

export const sourceOf = (bytes: Uint8Array): UploadSource => ({
  size: bytes.length,
  read: async ({ start, end }) => bytes.subarray(start, end),
})

async function textOf(storage: Storage, key: string): Promise<string> {
  return Buffer.from((await storage.get(key)).bytes).toString()
}

/** The contract of every adapter for large bodies; `under` returns the store and a prefix for each test. */
export function uploadContract(under: () => { storage: Storage; home: string }): void {
  describe('an upload', () => {
    let storage: Storage
    let home: string
    beforeEach(() => {
      ;({ storage, home } = under())
    })
    const size = partBytes * 3 + 1234
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 31) % 253))
    const sha256 = createHash('sha256').update(bytes).digest('hex')

    test('puts a large object whole, and head returns its SHA-256 when the store keeps it', async () => {
      const told: number[] = []
      const put = await storage.upload(`${home}/a`, sourceOf(bytes), {
        sha256,
        onProgress: (bytes) => told.push(bytes),
      })
      expect(put).toMatchObject({ key: `${home}/a`, size })
      const got = await storage.get(`${home}/a`, { etag: put.etag })
      expect(Buffer.compare(got.bytes, bytes)).toBe(0)
      expect(await storage.head(`${home}/a`)).toMatchObject(put)
      expect([undefined, sha256]).toContain(put.sha256)
      expect(told).toEqual(told.toSorted((a, b) => a - b))
      expect(told.at(-1)).toBe(size)
    })

    test('accepts small and empty bodies too', async () => {
      for (const body of ['', 'small']) {
        const small = Buffer.from(body)
        const sha256 = createHash('sha256').update(small).digest('hex')
        const put = await storage.upload(`${home}/${body}x`, sourceOf(small), { sha256 })
        expect(put.size).toBe(body.length)
        expect(await textOf(storage, `${home}/${body}x`)).toBe(body)
        expect(await storage.head(`${home}/${body}x`)).toMatchObject(put)
      }
    })

    test('keeps the old object when the body differs from the promised one', async () => {
      await storage.put(`${home}/a`, 'old')
      const wrong = createHash('sha256').update('another').digest('hex')
      for (const body of [bytes, Buffer.from('small')])
        await expect(
          storage.upload(`${home}/a`, sourceOf(body), { sha256: wrong }),
        ).rejects.toBeInstanceOf(ContentMismatch)
      const short = { ...sourceOf(bytes), size: size + 1 }
      await expect(storage.upload(`${home}/a`, short, { sha256 })).rejects.toBeInstanceOf(
        ContentMismatch,
      )
      expect(await textOf(storage, `${home}/a`)).toBe('old')
      for await (const { key } of storage.list('')) expect(key).not.toMatch(/^\.incoming/)
    })

    test('reads and sends nothing when the object already exists', async () => {
      const first = await storage.upload(`${home}/a`, sourceOf(bytes), { sha256 })
      const unread = {
        size,
        read: () => Promise.reject(new Error('nobody needs these bytes')),
      }
      const told: number[] = []
      const again = await storage.upload(`${home}/a`, unread, {
        sha256,
        onProgress: (bytes) => told.push(bytes),
      })
      expect(again).toMatchObject({ key: first.key, size: first.size, etag: first.etag })
      expect(told).toEqual([size])
    })

    test('replaces other content of the same size', async () => {
      const other = Buffer.alloc(size, 'other')
      const otherSha256 = createHash('sha256').update(other).digest('hex')
      const first = await storage.upload(`${home}/a`, sourceOf(other), { sha256: otherSha256 })
      const second = await storage.upload(`${home}/a`, sourceOf(bytes), { sha256 })
      expect(second.etag).not.toBe(first.etag)
      expect(Buffer.compare((await storage.get(`${home}/a`)).bytes, bytes)).toBe(0)
    })

    test('can be aborted, stores nothing then, and continues when it is requested again', async () => {
      const abort = new AbortController()
      const reason = new Error('not now')
      const left = storage.upload(`${home}/a`, sourceOf(bytes), {
        sha256,
        signal: abort.signal,
        onProgress: () => abort.abort(reason),
      })
      await expect(left).rejects.toBe(reason)
      expect(await storage.head(`${home}/a`)).toBeUndefined()
      await storage.upload(`${home}/a`, sourceOf(bytes), { sha256 })
      expect(Buffer.compare((await storage.get(`${home}/a`)).bytes, bytes)).toBe(0)
    })

    test("passes on a fault of the body's source unchanged", async () => {
      const fault = new Error('the disk is gone')
      const broken = { size, read: () => Promise.reject(fault) }
      await expect(storage.upload(`${home}/a`, broken, { sha256 })).rejects.toBe(fault)
      expect(await storage.head(`${home}/a`)).toBeUndefined()
    })

    test('refuses an invalid key and an invalid SHA-256', async () => {
      for (const [key, sum] of [
        ['../a', sha256],
        [`${home}/a`, 'abc'],
        [`${home}/a`, sha256.toUpperCase()],
      ])
        await expect(
          storage.upload(key!, sourceOf(bytes), { sha256: sum! }),
        ).rejects.toBeInstanceOf(TypeError)
    })
  })
}
