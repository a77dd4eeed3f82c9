import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseRange } from '#platform/api'
import type { PresignedUpload } from '#platform/storage'
import { sendForm } from '../../contract/storage-presigning.ts'
import { type FileServer, startFileServer } from '../../fixtures/file-server.ts'
import { runs } from '../../setup/suite.ts'

const windowMs = 400

let files: FileServer
let upload: PresignedUpload
let count = 0
let key = ''

beforeAll(async () => {
  files = await startFileServer({ requestMs: windowMs, idleMs: 5000, checkMs: 50 })
})
afterAll(() => files.close())
beforeEach(async () => {
  key = `jobs/in/acct/${++count}/upload`
  files.uploaded.length = 0
  const maxBytes = 100 * 1024 * 1024
  upload = await files.storage.presignUpload(key, { maxBytes, expiresInSeconds: 60 })
})

const boundary = 'x-boundary'
const part = (name: string, value: string, more = '') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('')
const fileOf = (contents: string) => part('file', contents, '; filename="a.csv"')
const end = `--${boundary}--\r\n`

const headOf = (length: number) =>
  `POST /uploads HTTP/1.1\r\nhost: a\r\nconnection: close\r\n` +
  `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${length}\r\n\r\n`

/** Sends a form unchanged; returns the status and the body. */
function sendRaw(form: string | Buffer, type = `multipart/form-data; boundary=${boundary}`) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'content-type': type }
    const sent = request(`${files.url}/uploads`, { method: 'POST', headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode!, text })
    })
    sent.once('error', reject)
    sent.end(form)
  })
}

async function expectNothingStored(): Promise<void> {
  expect(await files.storage.head(key)).toBeUndefined()
  expect(files.uploaded).toEqual([])
  await expect.poll(() => readdir(join(files.home, '.incoming')).catch(() => [])).toEqual([])
}

describe('an upload', () => {
  test('is stored byte for byte and reported once when it has more than 6 MB', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'Rue de la Loi 16,1000 Bruxelles\r\n--x\r\n')
    const response = await sendForm(upload, upload.fields, bytes)
    expect(response.status).toBe(204)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.has('content-length')).toBe(false)
    expect(Buffer.compare((await files.storage.get(key)).bytes, bytes)).toBe(0)
    expect(files.uploaded).toEqual([key])
  })

  test('is accepted when sent by the printed curl line', async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-curl-'))
    const file = join(folder, 'addresses.csv')
    // For more than 1 MB, curl sends `expect: 100-continue` first.
    await writeFile(file, 'address\r\n'.repeat(200_000))
    const words = Object.entries(upload.fields).flatMap(([name, value]) => [
      '-F',
      `${name}=${value}`,
    ])
    const line = ['curl', '-sS', '-i', ...words, '-F', `file=@${file}`, upload.url]
    console.log(line.join(' '))
    if (!existsSync('/usr/bin/curl')) skip('curl is not on this machine')
    const { stdout } = await promisify(execFile)('/usr/bin/curl', line.slice(1))
    expect(stdout).toMatch(/^HTTP\/1\.1 (100 Continue\r\n\r\nHTTP\/1\.1 )?204 No Content/)
    expect((await files.storage.get(key)).size).toBe(9 * 200_000)
    await rm(folder, { recursive: true })
  })

  test('may be repeated until it expires, and the last one stays', async () => {
    for (const text of ['first', 'second']) await sendForm(upload, upload.fields, text)
    expect(Buffer.from((await files.storage.get(key)).bytes).toString()).toBe('second')
    expect(files.uploaded).toEqual([key, key])
  })

  test.each([
    ['no form', 'x', 'text/plain', 400],
    ['a form in a line', 'key=a&file=b', 'application/x-www-form-urlencoded', 400],
    ['no boundary', 'x', 'multipart/form-data', 400],
    ['nothing', '', undefined, 400],
    ['an empty form', end, undefined, 400],
    ['a file without fields', `${fileOf('x')}${end}`, undefined, 400],
  ])('is refused when it is not a valid form: %s', async (_, form, type, status) => {
    const answer = await sendRaw(form, type)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({ error: 'bad_request', message: expect.any(String) })
    await expectNothingStored()
  })

  test.each([
    ['the file before the fields', () => fileOf('x') + fieldsOf(upload.fields) + end, 400],
    ['no file', () => fieldsOf(upload.fields) + end, 400],
    ['two files', () => fieldsOf(upload.fields) + fileOf('x') + fileOf('y') + end, 400],
    ['a field twice', () => part('key', key) + fieldsOf(upload.fields) + fileOf('x') + end, 400],
    [
      'a long field',
      () => part('x', 'x'.repeat(20_000)) + fieldsOf(upload.fields) + fileOf('x') + end,
      400,
    ],
    [
      'many fields',
      () => part('x', '').repeat(40) + fieldsOf(upload.fields) + fileOf('x') + end,
      400,
    ],
    ['a form that is cut off', () => fieldsOf(upload.fields) + fileOf('x'), 400],
    ['a file that is cut off', () => fieldsOf(upload.fields) + fileOf('x').slice(0, -4), 400],
    [
      'a field that is no text',
      () => fieldsOf({ ...upload.fields, policy: '\0\xff' }) + fileOf('x') + end,
      403,
    ],
    [
      'the policy of another home',
      () => fieldsOf({ ...upload.fields, policy: 'e30' }) + fileOf('x') + end,
      403,
    ],
  ] as const)('is refused and stores nothing with %s', async (_, form, status) => {
    const answer = await sendRaw(form())
    expect(answer.status, answer.text).toBe(status)
    await expectNothingStored()
  })

  test('is stored with a field after the file, which is ignored', async () => {
    const { status } = await sendRaw(
      `${fieldsOf(upload.fields)}${fileOf('x')}${part('key', 'jobs/in/other/a')}${end}`,
    )
    expect(status).toBe(204)
    expect(files.uploaded).toEqual([key])
  })

  test('is refused and stores nothing when the job accepts no more files', async () => {
    files.closed.add(key)
    const response = await sendForm(upload, upload.fields, 'x')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/takes no file any more/),
    })
    await expectNothingStored()
  })

  test('is refused while another one with its key arrives, and the first one is stored', async () => {
    const first = connect(Number(new URL(files.url).port), '127.0.0.1')
    const form = fieldsOf(upload.fields) + fileOf('first') + end
    const answer = new Promise<string>((resolve) => {
      let text = ''
      first.on('data', (data) => {
        text += data
      })
      first.on('close', () => resolve(text))
    })
    first.write(headOf(form.length) + form.slice(0, -end.length - 4))
    await expect.poll(() => readdir(join(files.home, '.incoming')).catch(() => [])).toHaveLength(1)
    expect((await sendForm(upload, upload.fields, 'second')).status).toBe(429)
    first.write(form.slice(-end.length - 4))
    expect(await answer).toMatch(/^HTTP\/1\.1 204/)
    expect(Buffer.from((await files.storage.get(key)).bytes).toString()).toBe('first')
    expect((await sendForm(upload, upload.fields, 'third')).status).toBe(204)
  })

  test('is refused and stores nothing when it would leave less than 1 GB of the disk free', async () => {
    const free = vi.spyOn(files.storage, 'freeBytes').mockResolvedValue(1024 ** 3)
    const response = await sendForm(upload, upload.fields, 'x')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/nearly full/) })
    await expectNothingStored()
    // The disk becomes full while the upload arrives.
    free
      .mockReset()
      .mockResolvedValueOnce(1024 ** 4)
      .mockResolvedValue(1024 ** 3)
    expect((await sendForm(upload, upload.fields, Buffer.alloc(70_000_000))).status).toBe(503)
    await expectNothingStored()
    free.mockRestore()
  })

  test('is refused and stores nothing when it is damaged anywhere, or is stored as a whole', async () => {
    const form = Buffer.from(fieldsOf(upload.fields) + fileOf('Main Street 1\r\n'.repeat(5)) + end)
    const damage = fc.record({
      at: fc.nat(form.length - 1),
      kind: fc.constantFrom('cut', 'change', 'drop', 'repeat'),
      byte: fc.nat(255),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, kind, byte }) => {
        const [before, after] = [form.subarray(0, at), form.subarray(at)]
        const damaged = {
          cut: before,
          change: Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]),
          drop: Buffer.concat([before, after.subarray(7)]),
          repeat: Buffer.concat([before, after.subarray(0, 9), after]),
        }[kind]!
        const { status, text } = await sendRaw(damaged)
        expect([204, 400, 403], text).toContain(status)
        expect((await files.storage.head(key)) !== undefined).toBe(status === 204)
        await files.storage.delete(key)
      }),
      { numRuns: runs(150) },
    )
    expect(await readdir(join(files.home, '.incoming'))).toEqual([])
  })

  test('is refused with 413 when it is too large, before it is sent, and without a stated length too', async () => {
    const small = await files.storage.presignUpload(key, { maxBytes: 10, expiresInSeconds: 60 })
    const form = fieldsOf(small.fields) + fileOf('x'.repeat(2_000_000)) + end
    expect(await sendRaw(form)).toMatchObject({ status: 413 })
    const chunked = await new Promise<number>((resolve) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      const sent = request(`${files.url}/uploads`, { method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode!),
      )
      sent.write(form.slice(0, 1_000_000))
      sent.end(form.slice(1_000_000))
    })
    expect(chunked).toBe(413)
    await expectNothingStored()
  })

  test.each([0.1, 0.5, 0.999])(
    'stores nothing when its sender hangs up after %f of it',
    async (share) => {
      const form = fieldsOf(upload.fields) + fileOf('x'.repeat(3_000_000)) + end
      const socket = connect(Number(new URL(files.url).port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(headOf(form.length))
      await new Promise((resolve) => socket.write(form.slice(0, share * form.length), resolve))
      await sleep(50)
      socket.destroy()
      await sleep(50)
      await expectNothingStored()
    },
  )

  test('is refused with 503 beside 32 others, and accepted once they are gone', async () => {
    const form = fieldsOf(upload.fields) + fileOf('x'.repeat(1_000_000)) + end
    const port = Number(new URL(files.url).port)
    const sockets = Array.from({ length: 32 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) {
      socket.on('error', () => {})
      socket.write(headOf(form.length))
      socket.write(form.slice(0, 100_000))
    }
    await sleep(100)
    const answer = await sendRaw(form)
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([503, 'service_unavailable'])
    for (const socket of sockets) socket.destroy()
    await expectNothingStored()
    await expect.poll(async () => (await sendRaw(form)).status).toBe(204)
  })

  test('may take longer than other requests while bytes arrive', async () => {
    const form = fieldsOf(upload.fields) + fileOf('x'.repeat(1_000_000)) + end
    const socket = connect(Number(new URL(files.url).port), '127.0.0.1')
    let reply = ''
    socket.on('data', (data) => (reply += data))
    socket.write(headOf(form.length))
    const startedAt = performance.now()
    for (let at = 0; at < form.length; at += 50_000) {
      socket.write(form.slice(at, at + 50_000))
      await sleep(80)
    }
    await expect.poll(() => reply).toMatch(/^HTTP\/1\.1 204 /)
    expect(performance.now() - startedAt).toBeGreaterThan(3 * windowMs)
    expect(files.uploaded).toEqual([key])
  })

  test('is refused with 408 and stores nothing when it arrives too slowly', async () => {
    const form = fieldsOf(upload.fields) + fileOf('x'.repeat(1000)) + end
    const socket = connect(Number(new URL(files.url).port), '127.0.0.1')
    socket.on('error', () => {})
    let reply = ''
    socket.on('data', (data) => (reply += data))
    socket.write(headOf(form.length + 1000) + form)
    const dripping = setInterval(() => socket.write(' '), 50)
    await expect.poll(() => reply, { timeout: 10 * windowMs }).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(dripping)
    socket.destroy()
    await expectNothingStored()
  })

  test('is a POST, and other methods are refused with 405', async () => {
    const response = await fetch(upload.url)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('a download', () => {
  const text = 'address,lat,lng\r\nMain Street 1,1,2\r\n'
  let url = ''
  beforeEach(async () => {
    await files.storage.put(key, text)
    const options = { fileName: 'result.csv', expiresInSeconds: 60 }
    url = (await files.storage.presignDownload(key, options)).url
  })

  test('is streamed, and HEAD returns the same headers without the file', async () => {
    const get = await fetch(url)
    const head = await fetch(url, { method: 'HEAD' })
    for (const { status, headers } of [get, head]) {
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-length': String(text.length),
        'content-type': 'application/octet-stream',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[\w-]+"$/),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
    expect(await get.text()).toBe(text)
    expect(await head.text()).toBe('')
  })

  test('returns the end of a file too, and the whole of a file that has changed since', async () => {
    const last = await fetch(url, { headers: { range: 'bytes=-5' } })
    expect([last.status, await last.text()]).toEqual([206, text.slice(-5)])
    const etag = last.headers.get('etag')!
    const ranged = (condition: string) =>
      fetch(url, { headers: { range: 'bytes=2-3', 'if-range': condition } })
    expect((await ranged(etag)).status).toBe(206)
    expect((await ranged('"another"')).status).toBe(200)
  })

  test('is empty for an empty file', async () => {
    await files.storage.put(key, '')
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect((await fetch(url, { headers: { range: 'bytes=0-' } })).status).toBe(416)
  })

  test('continues with its original file when another one is put', async () => {
    const bytes = Buffer.alloc(30_000_000, 'first')
    await files.storage.put(key, bytes)
    const response = await fetch(url)
    await files.storage.put(key, 'second')
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0)
  })

  test('is refused with 403 without a valid signature or path, and never reads other files of this machine', async () => {
    const { search } = new URL(url)
    for (const path of [
      'upload-secret',
      '%2e%2e/%2e%2e/etc/passwd',
      '%',
      '%00',
      '',
      'jobs/in/acct',
    ]) {
      const status = await new Promise((resolve) =>
        request(`${files.url}/`, { path: `/downloads/${path}${search}` }, (response) =>
          resolve(response.resume().statusCode),
        ).end(),
      )
      expect([path, status]).toEqual([path, 403])
    }
    expect((await fetch(url.split('?')[0]!)).status).toBe(403)
    expect((await fetch(url, { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD')
  })

  test('closes its file when the reader hangs up', async () => {
    await files.storage.put(key, Buffer.alloc(50_000_000))
    const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length
    const before = await openFiles()
    for (let i = 0; i < 20; i++) {
      const abort = new AbortController()
      const response = await fetch(url, { signal: abort.signal })
      await response.body!.getReader().read()
      abort.abort()
    }
    await expect.poll(openFiles).toBeLessThan(before + 10)
  })
})

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=5-', { start: 5, end: 10 }],
  ['bytes=5-99', { start: 5, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('parses the range %s of ten bytes as %j', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range)
})
