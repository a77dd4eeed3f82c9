import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PresignedUpload, PresigningStorage } from '#platform/storage'
import { runs } from '../setup/suite.ts'

export interface PresigningUnderTest {
  storage: PresigningStorage
  close(): Promise<void>
}

/** Sends a file as a browser does: the fields in their order, then the file. */
export function sendForm(
  { url }: Pick<PresignedUpload, 'url'>,
  fields: Record<string, string>,
  file: Uint8Array | string,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const bytes = typeof file === 'string' ? file : new Uint8Array(file)
  form.append('file', new Blob([bytes]), '../../name of the sender.csv')
  return fetch(url, { method: 'POST', body: form })
}

/** The contract of every {@link PresigningStorage}, with the server that answers its URLs. */
export function presigningContract(
  adapter: string,
  open: () => Promise<PresigningUnderTest>,
): void {
  describe(`presigned URLs of ${adapter}`, () => {
    let tested: PresigningUnderTest
    let storage: PresigningStorage
    let count = 0
    const newKey = () => `jobs/in/acct/${++count} ü+&%/upload`

    beforeAll(async () => {
      tested = await open()
      storage = tested.storage
    })
    afterAll(() => tested.close())

    const signed = (key: string, maxBytes = 1000, expiresInSeconds = 60) =>
      storage.presignUpload(key, { maxBytes, expiresInSeconds })

    test('a form stores its file under its key, and contains its expiry and maximum size', async () => {
      const property = fc.asyncProperty(fc.uint8Array({ maxLength: 1000 }), async (bytes) => {
        const key = newKey()
        const upload = await signed(key)
        expect(upload).toMatchObject({ method: 'POST', maxBytes: 1000, fields: { key } })
        const left = Date.parse(upload.expiresAt) - Date.now()
        expect(left).toBeGreaterThan(57_000)
        expect(left).toBeLessThanOrEqual(60_000)
        const response = await sendForm(upload, upload.fields, bytes)
        expect(response.status, await response.text()).toBe(204)
        const stored = await storage.get(key)
        expect([...stored.bytes]).toEqual([...bytes])
        expect(response.headers.get('etag')).toBe(stored.etag)
      })
      await fc.assert(property, { numRuns: runs(20) })
    })

    test('a file of maxBytes is stored; one byte more is refused and nothing is stored', async () => {
      const key = newKey()
      const upload = await signed(key, 70_000)
      const refused = await sendForm(upload, upload.fields, Buffer.alloc(70_001))
      expect([400, 413]).toContain(refused.status)
      expect(await refused.text()).toMatch(/TooLarge|payload_too_large/)
      expect(await storage.head(key)).toBeUndefined()
      expect((await sendForm(upload, upload.fields, Buffer.alloc(70_000))).status).toBe(204)
      expect((await storage.head(key))?.size).toBe(70_000)
    })

    test('any changed field is refused and nothing is stored', async () => {
      const [key, other] = [newKey(), newKey()]
      const upload = await signed(key)
      const otherFields = (await signed(other, 5000)).fields
      for (const [name, value] of Object.entries(upload.fields)) {
        const changes = [
          `${value}x`,
          value.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')),
          otherFields[name]!,
        ]
        for (const changed of changes.filter((text) => text !== value)) {
          const response = await sendForm(upload, { ...upload.fields, [name]: changed }, 'x')
          expect([name, changed, response.status]).toEqual([name, changed, 403])
        }
      }
      const traversal = { ...upload.fields, key: '../../outside' }
      expect((await sendForm(upload, traversal, 'x')).status).toBe(403)
      expect(await storage.head(key)).toBeUndefined()
      expect(await storage.head(other)).toBeUndefined()
    })

    test('an expired form is refused and nothing is stored', async () => {
      const key = newKey()
      const upload = await signed(key, 10, 0.001)
      await sleep(20)
      expect((await sendForm(upload, upload.fields, 'x')).status).toBe(403)
      expect(await storage.head(key)).toBeUndefined()
    })

    test('a URL returns the object, whole or a range, as an attachment of the given name', async () => {
      const key = newKey()
      const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 251)
      const { etag } = await storage.put(key, bytes)
      const { url, expiresAt } = await storage.presignDownload(key, {
        fileName: 'addresses.csv',
        expiresInSeconds: 60,
      })
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(57_000)
      const whole = await fetch(url)
      expect(whole.status).toBe(200)
      expect(whole.headers.get('etag')).toBe(etag)
      expect(whole.headers.get('content-disposition')).toBe(
        'attachment; filename="addresses.csv"; filename*=UTF-8\'\'addresses.csv',
      )
      expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), bytes)).toBe(0)
      const range = fc
        .tuple(fc.nat(999), fc.nat(1200))
        .map(([start, more]) => [start, start + more])
      await fc.assert(
        fc.asyncProperty(range, async ([start = 0, end = 0]) => {
          const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
          expect(part.status).toBe(206)
          expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([
            ...bytes.subarray(start, end + 1),
          ])
          const last = Math.min(end, 999)
          expect(part.headers.get('content-range')).toBe(`bytes ${start}-${last}/1000`)
        }),
        { numRuns: runs(20) },
      )
      expect((await fetch(url, { headers: { range: 'bytes=1000-' } })).status).toBe(416)
    })

    test('a changed or expired URL is refused', async () => {
      const [key, other] = [newKey(), newKey()]
      for (const each of [key, other]) await storage.put(each, 'secret')
      const options = { fileName: 'a.csv', expiresInSeconds: 60 }
      const { url } = await storage.presignDownload(key, options)
      const named = encodeURIComponent(key).replaceAll('%2F', '/')
      expect(url).toContain(named)
      const changed = [url.replace(named, encodeURIComponent(other).replaceAll('%2F', '/'))]
      for (const [name, value] of new URL(url).searchParams) {
        if (name.startsWith('x-')) continue
        const target = new URL(url)
        target.searchParams.set(name, `${value}1`)
        changed.push(target.href)
      }
      for (const target of changed) {
        const response = await fetch(target)
        expect([target, response.status]).toEqual([target, 403])
        expect(await response.text()).not.toContain('secret')
      }
      const late = await storage.presignDownload(key, { ...options, expiresInSeconds: 0.001 })
      await sleep(20)
      expect((await fetch(late.url)).status).toBe(403)
    })

    test('a missing object is answered with 404', async () => {
      const options = { fileName: 'a.csv', expiresInSeconds: 60 }
      const { url } = await storage.presignDownload(newKey(), options)
      expect((await fetch(url)).status).toBe(404)
    })

    test('the signature of an upload is not accepted for a download', async () => {
      const key = newKey()
      await storage.put(key, 'secret')
      const upload = await signed(key)
      const { url } = await storage.presignDownload(key, { fileName: 'a', expiresInSeconds: 60 })
      const target = new URL(url)
      const signature = [...target.searchParams.keys()].find((name) => /signature$/i.test(name))!
      target.searchParams.set(
        signature,
        upload.fields.signature ?? upload.fields['X-Amz-Signature']!,
      )
      expect((await fetch(target)).status).toBe(403)
    })

    test.each([
      ['a/../b', 10, 60, TypeError],
      ['', 10, 60, TypeError],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 replaces this text.
      ['a/${filename}', 10, 60, TypeError],
      ['a', -1, 60, RangeError],
      ['a', 6 * 1024 ** 3, 60, RangeError],
      ['a', Number.NaN, 60, RangeError],
      ['a', 10, 0, RangeError],
      ['a', 10, 604_801, RangeError],
    ])(
      'an upload is not signed for key %j, %d bytes, %d s',
      async (key, maxBytes, expiresInSeconds, error) => {
        await expect(storage.presignUpload(key, { maxBytes, expiresInSeconds })).rejects.toThrow(
          error,
        )
      },
    )
  })
}
