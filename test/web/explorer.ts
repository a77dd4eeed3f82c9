import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { decodePolyline, type LatLon } from '#ground/geo'
import {
  accessibilityFaults,
  browserPath,
  openPage,
  startBrowser,
  type WatchedPage,
} from '../fixtures/browser.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'
import { demo, type Ground } from './grounds.ts'

const run = promisify(execFile)

interface OpenedPage extends WatchedPage {
  /** Whether it is looked at with the eyes of all: on one region, since the elements are the same on each. */
  isForAll: boolean
}

/** The page in one browser, on one server with a region. */
export class Explorer {
  readonly ground: Ground
  server!: TestServer
  browser!: Browser

  constructor(ground: Ground) {
    this.ground = ground
  }

  async start(): Promise<void> {
    const settings = { CAIRN_WORKERS: '1', REGION: this.ground.region }
    this.server = await startServer(homeOver(inject('builtHome')), settings)
    // The account of the key of a local session is called so in every region.
    await this.server.keys('grant', 'predict', 'demo')
    this.browser = await startBrowser()
  }

  async stop(): Promise<void> {
    await this.browser?.close()
    await this.server?.stop()
  }

  /** The way between two places, as the API gives it. */
  async route(...locations: LatLon[]): Promise<LatLon[]> {
    const { key } = await this.server.newKey('1.00')
    const headers = { 'x-api-key': key }
    const { json } = await this.server.post('/v1/routing/route', { locations }, headers)
    return decodePolyline(json.route.legs[0].shape)
  }

  /** What a command of the page answers, run by a shell with a key in its environment. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into at will.
  async shell(command: string): Promise<any> {
    const { key } = await this.server.newKey('1.00')
    const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, CAIRN_KEY: key } })
    return JSON.parse(stdout)
  }

  /** Opens the page and waits until its map is drawn. */
  async open(fragment = '', options: Parameters<typeof openPage>[2] = {}): Promise<OpenedPage> {
    const url = `${this.server.url}/${fragment ? `#${fragment}` : ''}`
    const opened = await openPage(this.browser, url, options)
    await untilDrawn(opened.page)
    return { ...opened, isForAll: this.ground.region === 'demo' }
  }
}

/** The explorer of a file's tests, where there is a browser. */
export function useExplorer(ground: Ground = demo): Explorer {
  const explorer = new Explorer(ground)
  if (browserPath) {
    beforeAll(() => explorer.start())
    afterAll(() => explorer.stop())
  }
  return explorer
}

const drawing = { timeout: 15_000, interval: 50 }

export async function untilDrawn(page: Page): Promise<void> {
  // Polled from here: the policy of the page lets it evaluate no text of its own. The map starts with an
  // empty style, which is drawn at once.
  const isDrawn =
    "Boolean(window.cairnMap?.getSource('drawn') && window.cairnMap.isStyleLoaded() && window.cairnMap.loaded())"
  await expect.poll(() => page.evaluate(isDrawn), drawing).toBe(true)
}

/** Pixels of a position in the page. */
export async function pixelOf(page: Page, { lat, lon }: { lat: number; lon: number }) {
  const at = (await page.evaluate(
    `(() => { const { x, y } = window.cairnMap.project([${lon}, ${lat}]); return { x, y } })()`,
  )) as { x: number; y: number }
  const box = (await page.locator('.map-canvas').boundingBox())!
  return { x: box.x + at.x, y: box.y + at.y }
}

/** Nothing went wrong in the page, and it can be used by everybody. */
export async function expectSound({ page, faults, isForAll }: OpenedPage): Promise<void> {
  if (isForAll) await expectAccessible(page)
  expect(faults).toEqual([])
}

/** The page as it stands can be used by everybody, in light and in dark colours. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  // A page hears of new colours with its next frame, which a browser without a screen may leave out: a picture is one.
  const theme = async () => {
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
    return await page.locator('html').getAttribute('data-theme')
  }
  const before = await theme()
  await page.emulateMedia({ colorScheme: 'dark' })
  await poll(theme).toBe('dark')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await poll(theme).toBe(before)
}

/** Expects of a value that it becomes so: an answer is drawn within seconds. */
export function poll<T>(value: () => T | Promise<T>) {
  return expect.poll(value, { timeout: 20_000, interval: 50 })
}
