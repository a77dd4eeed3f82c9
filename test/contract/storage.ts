import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ObjectChanged, ObjectNotFound, type Storage } from '#platform/storage'
import { runs } from '../setup/suite.ts'
import { uploadContract } from './storage-upload.ts'

/** How the suite opens an empty store and closes it. */
export interface StorageUnderTest {
  storage: Storage
  close(): Promise<void>
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

async function keysUnder(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys
}

/** The contract of every adapter of {@link Storage}. Each test works under its own prefix. */
export function storageContract(adapter: string, open: () => Promise<StorageUnderTest>): void {
  describe(`storage in ${adapter}`, () => {
    let under: StorageUnderTest
    let storage: Storage
    let count = 0
    let home = ''

    beforeAll(async () => {
      under = await open()
      storage = under.storage
    })
    afterAll(() => under.close())
    beforeEach(() => {
      home = `contract/${++count}`
    })

    test('returns an object as it was put, with its size and ETag', async () => {
      const put = await storage.put(`${home}/a`, 'grüezi')
      expect(put).toMatchObject({ key: `${home}/a`, size: 7 })
      const got = await storage.get(`${home}/a`)
      expect(text(got.bytes)).toBe('grüezi')
      expect({ size: got.size, etag: got.etag }).toEqual({ size: put.size, etag: put.etag })
      expect(await storage.head(`${home}/a`)).toMatchObject(put)
    })

    test('accepts text, bytes and streams', async () => {
      const bytes = Buffer.alloc(300_000, 'abc')
      await storage.put(`${home}/bytes`, new Uint8Array(bytes))
      await storage.put(`${home}/stream`, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))
      await storage.put(`${home}/empty`, '')
      expect(Buffer.compare((await storage.get(`${home}/bytes`)).bytes, bytes)).toBe(0)
      expect(Buffer.compare((await storage.get(`${home}/stream`)).bytes, bytes)).toBe(0)
      expect((await storage.get(`${home}/empty`)).bytes).toHaveLength(0)
    })

    test('keeps the old object when a stream breaks half way', async () => {
      await storage.put(`${home}/a`, 'old')
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half of the new')
          throw new Error('the line went dead')
        })(),
      )
      await expect(storage.put(`${home}/a`, broken)).rejects.toThrow('the line went dead')
      expect(text((await storage.get(`${home}/a`)).bytes)).toBe('old')
      expect(await keysUnder(storage, `${home}/`)).toEqual([`${home}/a`])
    })

    test('reads any byte range exactly, and truncates it at the end', async () => {
      const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 251)
      await storage.put(`${home}/a`, bytes)
      const range = fc
        .tuple(fc.nat(999), fc.integer({ min: 1, max: 2000 }))
        .map(([start, length]) => ({ start, end: start + length }))
      await fc.assert(
        fc.asyncProperty(range, async (range) => {
          const got = await storage.get(`${home}/a`, { range })
          expect(got.size).toBe(1000)
          expect([...got.bytes]).toEqual([...bytes.slice(range.start, range.end)])
        }),
        { numRuns: runs(50) },
      )
    })

    test('refuses a range that is invalid or starts at or after the end', async () => {
      await storage.put(`${home}/a`, '12345')
      await storage.put(`${home}/empty`, '')
      const refused = async (key: string, start: number, end: number): Promise<void> =>
        await expect(storage.get(key, { range: { start, end } })).rejects.toBeInstanceOf(RangeError)
      await refused(`${home}/a`, 5, 6)
      await refused(`${home}/a`, 900, 901)
      await refused(`${home}/a`, 3, 3)
      await refused(`${home}/a`, 4, 2)
      await refused(`${home}/a`, -1, 2)
      await refused(`${home}/a`, 0.5, 2)
      await refused(`${home}/empty`, 0, 1)
    })

    test('reports a missing object', async () => {
      expect(await storage.head(`${home}/none`)).toBeUndefined()
      await expect(storage.get(`${home}/none`)).rejects.toBeInstanceOf(ObjectNotFound)
      await storage.put(`${home}/folder/a`, '1')
      expect(await storage.head(`${home}/folder`)).toBeUndefined()
      await expect(storage.get(`${home}/folder`)).rejects.toBeInstanceOf(ObjectNotFound)
    })

    test('fails a pinned read once the object has changed, and not before', async () => {
      const first = await storage.put(`${home}/a`, 'first')
      const pinned = await storage.get(`${home}/a`, { etag: first.etag })
      expect(text(pinned.bytes)).toBe('first')
      const second = await storage.put(`${home}/a`, 'other')
      expect(second.etag).not.toBe(first.etag)
      await expect(storage.get(`${home}/a`, { etag: first.etag })).rejects.toBeInstanceOf(
        ObjectChanged,
      )
      await expect(
        storage.get(`${home}/a`, { etag: first.etag, range: { start: 0, end: 2 } }),
      ).rejects.toBeInstanceOf(ObjectChanged)
    })

    test('returns the new object to a read after a put, whatever other reads are running', async () => {
      for (let turn = 0; turn < 20; turn++) {
        const before = storage.get(`${home}/a`).catch(() => undefined)
        await storage.put(`${home}/a`, `turn ${turn}`)
        expect(text((await storage.get(`${home}/a`)).bytes)).toBe(`turn ${turn}`)
        await before
      }
    })

    test('returns the old object or the whole new one to readers, never a part', async () => {
      const bodies = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000))
      await storage.put(`${home}/a`, bodies[0]!)
      let writing = true
      const writer = (async () => {
        for (const body of [...bodies, ...bodies]) await storage.put(`${home}/a`, body)
        writing = false
      })()
      let reads = 0
      while (writing) {
        expect(bodies).toContain(text((await storage.get(`${home}/a`)).bytes))
        reads++
      }
      await writer
      expect(reads).toBeGreaterThan(0)
    })

    test('aborts a read on request', async () => {
      await storage.put(`${home}/a`, 'x')
      const reason = new Error('not needed any more')
      await expect(storage.get(`${home}/a`, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      )
    })

    test('lists keys by prefix, in byte order', async () => {
      const names = ['b/2', 'a/b/c', 'a-b', 'a/z', 'a.txt', 'ä', 'b/10', 'ab']
      for (const name of names) await storage.put(`${home}/${name}`, name)
      const sorted = ['a-b', 'a.txt', 'a/b/c', 'a/z', 'ab', 'b/10', 'b/2', 'ä']
      const listed = async (prefix: string): Promise<string[]> =>
        (await keysUnder(storage, `${home}/${prefix}`)).map((key) => key.slice(home.length + 1))
      expect(await listed('')).toEqual(sorted)
      expect(await listed('a')).toEqual(['a-b', 'a.txt', 'a/b/c', 'a/z', 'ab'])
      expect(await listed('a/')).toEqual(['a/b/c', 'a/z'])
      expect(await listed('b/1')).toEqual(['b/10'])
      expect(await listed('nothing/here')).toEqual([])
      for await (const info of storage.list(`${home}/a/z`))
        expect(await storage.head(`${home}/a/z`)).toMatchObject(info)
    })

    test('deletes an object, and accepts a second deletion', async () => {
      await storage.put(`${home}/a/b`, '1')
      await storage.delete(`${home}/a/b`)
      expect(await storage.head(`${home}/a/b`)).toBeUndefined()
      expect(await keysUnder(storage, home)).toEqual([])
      await storage.delete(`${home}/a/b`)
      await storage.put(`${home}/a`, 'where a folder was')
      expect(text((await storage.get(`${home}/a`)).bytes)).toBe('where a folder was')
    })

    test('refuses an invalid key', async () => {
      const bad = ['', '/', '/a', 'a/', 'a//b', '.', '..', 'a/../b', '../a', 'a/./b', 'a\0b']
      for (const key of [...bad, 'k'.repeat(1025)]) {
        await expect(storage.head(key), JSON.stringify(key)).rejects.toBeInstanceOf(TypeError)
        await expect(storage.get(key)).rejects.toBeInstanceOf(TypeError)
        await expect(storage.put(key, '')).rejects.toBeInstanceOf(TypeError)
        await expect(storage.delete(key)).rejects.toBeInstanceOf(TypeError)
      }
      await expect(keysUnder(storage, '../')).rejects.toBeInstanceOf(TypeError)
    })

    uploadContract(() => ({ storage, home }))

    test('keeps an object as a plain file when the store is on this machine', async (context) => {
      if (!storage.localPath) return context.skip('this store has no files')
      await storage.put(`${home}/a`, 'mapped')
      const { readFile } = await import('node:fs/promises')
      expect(await readFile(storage.localPath(`${home}/a`), 'utf8')).toBe('mapped')
    })
  })
}
