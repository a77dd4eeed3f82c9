import { readFileSync } from 'node:fs'
import { type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from '../../../../infra/local/gateway.ts'
import {
  createExplorerPages,
  createFixedPages,
  PageFiles,
} from '../../../../infra/local/site/page-files.ts'
import { SessionRoute } from '../../../../infra/local/site/session-route.ts'
import {
  bundleSite,
  pageHeaders,
  referenceFiles,
  type Site,
  staticPolicy,
} from '../../../../web/index.ts'

const key = 'sk_live_of_the_demo'
let server: Server
let port: number
let site: Site
let bundles = 0

beforeAll(async () => {
  site = await bundleSite()
  const pages = createExplorerPages(async () => {
    bundles++
    return site
  })
  const reference = createFixedPages(referenceFiles)
  const session = new SessionRoute(() => key)
  server = createGateway({
    routes: [],
    pages: {},
    call: () => Promise.reject(new Error('there are no operations')),
    site: { match: (path) => session.match(path) ?? pages.match(path) ?? reference.match(path) },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends the headers unchanged, which `fetch` would not do. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers, method }, async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve({ status: response.statusCode!, headers: response.headers, text })
      })
      sent.once('error', reject)
      sent.end()
    },
  )
}

describe('the explorer page', () => {
  test('loads everything that it names, with its type, and nothing from another host', async () => {
    const { text, status, headers } = await get('/')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
    expect(named.length).toBeGreaterThan(2)
    for (const url of named) {
      expect(url).toMatch(/^\/assets\//)
      expect((await get(url)).status).toBe(200)
    }
    expect((await get('/assets/main.js')).headers['content-type']).toMatch('text/javascript')
    expect((await get('/assets/none.js')).status).toBe(404)
    expect(bundles).toBe(1)
  })

  test('has a policy that allows nothing but its own files', async () => {
    const { headers } = await get('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('is not sent again while it is unchanged', async () => {
    const { headers } = await get('/assets/main.js')
    const again = await get('/assets/main.js', { 'if-none-match': String(headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('has less than 400 kB of compressed JavaScript, not counting the worker of the map', () => {
    const main = site.files.find(({ path }) => path === '/assets/main.js')!
    const text = Buffer.from(main.bytes).toString()
    // Only modules loaded at once count: decoders of other kinds of images are never loaded.
    const isUsed = (path: string) => path === main.path || text.includes(`from"${path}"`)
    const used = site.files.filter(({ path }) => isUsed(path))
    expect(used.length).toBeGreaterThan(1)
    const bytes = used.reduce((sum, file) => sum + gzipSync(file.bytes).length, 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(400_000)
  })

  test('contains no key', () => {
    for (const { bytes } of site.files)
      expect(Buffer.from(bytes).toString()).not.toMatch(/sk_live_\w/)
  })
})

describe('pages of fixed files', () => {
  test('have their type and headers, also for HEAD, and are not sent again while unchanged', async () => {
    const { status, text, headers } = await get('/docs')
    expect([status, text]).toEqual([200, readFileSync(referenceFiles['/docs']!, 'utf8')])
    expect(headers).toMatchObject({
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': staticPolicy,
    })
    const head = await get('/docs', {}, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(headers['content-length'])
    const again = await get('/docs', { 'if-none-match': String(headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await get('/docs/favicon.png')).headers['content-type']).toBe('image/png')
  })

  test.each([
    '/docs/',
    '/docs/index.html',
    '/docs/../package.json',
    '/docs/%2e%2e/x',
    '/__proto__',
  ])('exist only for the named paths, and not for %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('are read again when reading failed', async () => {
    let reads = 0
    const pages = new PageFiles({
      has: () => true,
      load: async () => {
        if (++reads === 1) throw new Error('too many open files')
        return [{ path: '/x', type: 'text/plain', bytes: Buffer.from('x') }]
      },
      contentSecurityPolicy: staticPolicy,
    })
    const answer = () => pages.match('/x')!.answer({ headers: {} } as IncomingMessage, new Map())
    await expect(answer()).rejects.toThrow('too many')
    expect((await answer()).statusCode).toBe(200)
  })
})

describe('the session', () => {
  const own = { 'sec-fetch-site': 'same-origin' }

  test('returns the demo key to its own page', async () => {
    const { status, headers, text } = await get('/map/session.json', own)
    expect([status, JSON.parse(text)]).toEqual([200, { key }])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['no browser', {}],
    ['another name of this machine', { ...own, host: 'evil.example' }],
    ['a name that begins like it', { ...own, host: '127.0.0.1.evil.example' }],
    ['a proxy', { ...own, 'x-forwarded-for': '203.0.113.7' }],
  ] as [string, Record<string, string>][])('returns no key to %s', async (_, headers) => {
    const { status, text } = await get('/map/session.json', headers)
    expect([status, JSON.parse(text)]).toEqual([200, { key: null }])
  })
})
