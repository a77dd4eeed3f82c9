import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { makeMapHandler } from '../../functions/map/handler.ts'
import { buildExplorerPolicy, siteWriter } from '../../web/index.ts'
import { browserPath, openPage, startBrowser } from '../fixtures/browser.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-deployed-'))
/** Paths of API calls and of calls with a key, each with its key. */
const keys: [string, string | undefined][] = []
let server: Server
let store: Server
/** Forms with files that the store has received. */
const stored: string[] = []
/** Whether the policy of the page names the store. */
let mayUpload = true
let url: string
let browser: Browser

const jobId = 'job_01kamb3n4v7q2m9x0c5d8e1f6g'
const origin = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`

/** Starts a bucket on an origin of its own: its CORS rule lets the site send forms, and results are attachments. */
async function startStore(): Promise<void> {
  store = createServer(async (request, response) => {
    const { method, headers } = request
    if (headers.origin === origin(server))
      response.setHeader('access-control-allow-origin', headers.origin)
    if (method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'POST')
      response.end()
    } else if (method === 'POST') {
      stored.push(await text(request))
      response.writeHead(204).end()
    } else {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="places.csv"' })
      response.end('a result')
    }
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
}

/** Returns the API's answer about one job, which has succeeded once its file is stored. */
function jobAnswer(method: string): object {
  const counts = { total: 1, matched: 1, unmatched: 0, failed: 0 }
  if (method === 'POST') {
    const upload = { method: 'POST', url: `${origin(store)}/`, fields: { key: 'jobs/in/a' } }
    return { job_id: jobId, state: 'awaiting_upload', upload }
  }
  if (stored.length === 0) return { job_id: jobId, state: 'awaiting_upload', counts, progress: 0 }
  const result = { url: `${origin(store)}/jobs/out/a` }
  return { job_id: jobId, state: 'succeeded', counts, progress: 1, charged_usd: '0.0002', result }
}

/** Starts a server with the site's files and the map function, as behind the distribution, and an API with one job. */
async function start(): Promise<void> {
  execFileSync(process.execPath, [siteWriter, folder])
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  const ofMap = makeMapHandler(async () => ({ dataset, storage }))
  server = createServer(async ({ url: path = '/', headers, method = 'GET' }, response) => {
    const { pathname: rawPath } = new URL(path, 'http://x')
    const key = headers['x-api-key'] as string | undefined
    if (key !== undefined || rawPath.startsWith('/v1/')) keys.push([rawPath, key])
    if (rawPath.startsWith('/v1/geocoding/jobs')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(jobAnswer(method)))
    } else if (rawPath.startsWith('/v1/')) {
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
      const policy = buildExplorerPolicy(mayUpload ? { uploadOrigin: origin(store) } : {})
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy })
      response.end(readFileSync(join(folder, name)))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await startStore()
  url = `${origin(server)}/`
  browser = await startBrowser()
}

if (browserPath) beforeAll(start)
afterAll(async () => {
  await browser?.close()
  server?.close()
  store?.close()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(browserPath)(
  'a deployed page asks for a key, and sends the key only to the API',
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
    // The browser's console contains refused calls and nothing else.
    expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([])
  },
)

/** Opens the page with a key and sends a file of one address as a job. */
async function sendFile(): Promise<{ page: Page; faults: string[] }> {
  stored.length = 0
  const { page, faults } = await openPage(browser, `${url}#view=list`)
  await page.getByLabel('API key').fill('sk_live_of_a_person')
  await page.getByRole('button', { name: 'Use this key' }).click()
  const buffer = Buffer.from('text\nHarbour Street 1\n')
  const file = { name: 'guests.csv', mimeType: 'text/csv', buffer }
  await page.locator('.job input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Send the file' }).click()
  return { page, faults }
}

test.runIf(browserPath)(
  'a deployed page sends the file of a job to the bucket that its policy names, and downloads the result',
  async () => {
    mayUpload = true
    const { page, faults } = await sendFile()
    await page.getByText('The result is ready.').waitFor()
    expect(stored).toHaveLength(1)
    expect(stored[0]).toContain('name="key"\r\n\r\njobs/in/a')
    expect(stored[0]).toContain('Harbour Street 1')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the result' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toBe('a result')
    // The store is the only other host that the page calls.
    const asked = faults.filter((fault) => fault !== `request to ${origin(store)}/`)
    expect(asked.filter((fault) => fault !== `request to ${origin(store)}/jobs/out/a`)).toEqual([])
    await page.context().close()
  },
)

test.runIf(browserPath)(
  'a page whose policy names no bucket reports that the upload broke off, and shows a curl command',
  async () => {
    mayUpload = false
    const { page } = await sendFile()
    await page.getByText('The upload broke off.').waitFor()
    expect(await page.locator('.job .code').textContent()).toContain(`curl '${origin(store)}/'`)
    expect(stored).toEqual([])
    await page.context().close()
  },
)
