import { request } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityFaults, browserPath, openPage, startBrowser } from '../fixtures/browser.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'
import { consoleToken, expectSaid, keyTests } from './console-tests.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
  token = consoleToken(server)
})
afterAll(() => server?.stop())

interface Forged {
  action?: string
  method?: string
  body?: unknown
  headers?: Record<string, string | undefined>
}

/** Sends a request as the page does, with the changes of a test; `undefined` leaves a header out. */
function ask({ action = 'accounts', method = 'POST', body = {}, headers = {} }: Forged = {}) {
  const { host, port, origin } = new URL(server.url)
  const own = {
    host,
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  return new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
    const path = `/console/api/${action}`
    const call = request({ host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
      let text = ''
      response.on('data', (data) => {
        text += data
      })
      response.on('end', () => resolve({ status: response.statusCode!, json: JSON.parse(text) }))
    })
    call.on('error', reject)
    call.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

describe('a request to the console', () => {
  test('is answered for its own page', async () => {
    const { status, json } = await ask()
    expect(status).toBe(200)
    expect(json.accounts).toMatchObject([{ account_id: 'demo', balance_usd: '100.00', keys: 1 }])
  })

  test.each<[string, number, Record<string, string | undefined>]>([
    ['without a token', 401, { authorization: undefined }],
    ['with another token', 401, { authorization: `Bearer ${'A'.repeat(32)}` }],
    ['with a token in another scheme', 401, { authorization: 'Basic abc' }],
    ['from another site', 403, { origin: 'https://example.com' }],
    ['from another port', 403, { origin: 'http://127.0.0.1:1' }],
    ['from a sandboxed page', 403, { origin: 'null' }],
    ['without an origin', 403, { origin: undefined }],
    ['from another site by fetch metadata', 403, { 'sec-fetch-site': 'same-site' }],
    [
      'to another name of this machine',
      403,
      { host: 'evil.example', origin: 'http://evil.example' },
    ],
    ['to another port', 403, { host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }],
    ['through a proxy', 403, { 'x-forwarded-for': '10.0.0.1' }],
    ['from a form', 415, { 'content-type': 'text/plain' }],
    ['without a content type', 415, { 'content-type': undefined }],
  ])('is refused and changes nothing %s', async (_, status, headers) => {
    const input = { account_id: 'demo', amount_usd: '5.00' }
    const answer = await ask({ action: 'top-up', body: input, headers })
    expect(answer.status).toBe(status)
    const { json } = await ask()
    expect(json.accounts).toMatchObject([{ balance_usd: '100.00' }])
  })

  test('is refused unless it is a POST, and grants other origins nothing', async () => {
    expect((await ask({ method: 'GET' })).status).toBe(405)
    const preflight = await fetch(`${server.url}/console/api/accounts`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(405)
    expect([...preflight.headers.keys()].join()).not.toContain('access-control')
  })

  test.each<[Forged, number]>([
    [{ action: 'nothing' }, 404],
    [{ action: '__proto__' }, 404],
    [{ body: 'no JSON' }, 400],
    [{ body: [] }, 400],
    [{ body: { more: 1 } }, 400],
    [{ body: { text: 'a'.repeat(20_000) } }, 413],
    [{ action: 'account', body: { account_id: 'nobody' } }, 404],
    [{ action: 'top-up', body: { account_id: 'demo', amount_usd: '0' } }, 400],
    [{ action: 'top-up', body: { account_id: 'demo', amount_usd: '-1' } }, 400],
    [{ action: 'set-key-state', body: { key_id: 'key_x', state: 'active' } }, 404],
    [{ action: 'set-grant', body: { account_id: 'demo', grant: 'all', granted: true } }, 400],
  ])('is refused with wrong input: %j', async (forged, status) => {
    expect((await ask(forged)).status).toBe(status)
  })
})

test('the page contains no key and no token', async () => {
  for (const path of ['', '/console.js', '/api.js', '/accounts.js']) {
    const response = await fetch(`${server.url}/console${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
    const text = await response.text()
    expect(text).not.toMatch(/sk_live_\w/)
    expect(text).not.toContain(token)
  }
})

describe.skipIf(!browserPath)('the console in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  keyTests(() => ({ server, browser }), 'Pradetta')

  test('asks for the token again after a reload, and fits a telephone with dark colours', async () => {
    const viewport = { width: 390, height: 844 }
    const { page } = await openPage(browser, `${server.url}/console`, {
      viewport,
      colorScheme: 'dark',
    })
    await page.getByLabel('Token').fill('wrong')
    await page.keyboard.press('Enter')
    await expectSaid(page, 'The token is not that of this start of the server.')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Token').fill(token)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'demo' }).click()
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.reload()
    await page.getByLabel('Token').waitFor()
    await page.context().close()
  })
})
