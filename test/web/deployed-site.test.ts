import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { map } from '../../functions/map/handler.ts'
import { openDataset } from '../../lib/dataset/index.ts'
import { openStorage } from '../../lib/storage/index.ts'
import { explorerPolicy, siteWriter } from '../../web/index.ts'
import { browserPath, openPage, startBrowser } from '../fixtures/browser.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-deployed-'))
/** The keys that came with calls of the API, by path. */
const keys: [string, string | undefined][] = []
let server: Server
let url: string
let browser: Browser

/** The files of the bucket and the function of the map, as the distribution has them; the API refuses. */
async function start(): Promise<void> {
  execFileSync(process.execPath, [siteWriter, folder])
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  const ofMap = map(async () => ({ dataset, storage }))
  server = createServer(async ({ url: path = '/', headers, method = 'GET' }, response) => {
    const { pathname: rawPath } = new URL(path, 'http://x')
    const key = headers['x-api-key'] as string | undefined
    if (key !== undefined || rawPath.startsWith('/v1/')) keys.push([rawPath, key])
    if (rawPath.startsWith('/v1/')) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'forbidden', message: 'Invalid API key' }))
    } else if (rawPath.startsWith('/map/') && rawPath !== '/map/session.json') {
      const requestContext = { http: { method } } as Parameters<typeof ofMap>[0]['requestContext']
      const named = headers as Record<string, string>
      const answer = await ofMap({ rawPath, headers: named, requestContext })
      response.writeHead(answer.statusCode!, answer.headers as Record<string, string>)
      response.end(Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8'))
    } else {
      const name = rawPath === '/' ? 'index.html' : rawPath
      const type = types[extname(name)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-security-policy': explorerPolicy })
      response.end(readFileSync(join(folder, name)))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  browser = await startBrowser()
}

if (browserPath) beforeAll(start)
afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(browserPath)(
  'a deployed page asks for a key and sends it to the API alone',
  async () => {
    const { page, faults } = await openPage(browser, url)
    const field = page.getByLabel('API key')
    await field.waitFor()
    expect(faults).toEqual([])
    expect(keys.filter(([, key]) => key !== undefined)).toEqual([])
    const typed = 'sk_live_of_a_person'
    await field.fill(typed)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await field.waitFor({ state: 'detached' })
    await page.getByRole('combobox').first().fill('harbour')
    await expect.poll(() => keys.filter(([, key]) => key === typed).length).toBeGreaterThan(0)
    for (const [path] of keys) expect(path).toMatch(/^\/v1\//)
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
    expect(await page.evaluate(kept)).not.toContain(typed)
    expect(page.url()).not.toContain(typed)
    // Refused calls are on the console, and nothing else.
    expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([])
  },
)
