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
  /** Whether accessibility is checked: on one region only, since the elements are the same on each. */
  isForAll: boolean
}

/** The explorer page in one browser, on one server with a region. */
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
    // The key of a local session belongs to an account of this name in every region.
    await this.server.keys('grant', 'predict', 'demo')
    this.browser = await startBrowser()
  }

  async stop(): Promise<void> {
    await this.browser?.close()
    await this.server?.stop()
  }

  /** Returns the positions of the route between places, from the API. */
  async route(...locations: LatLon[]): Promise<LatLon[]> {
    const { key } = await this.server.newKey('1.00')
    const headers = { 'x-api-key': key }
    const { json } = await this.server.post('/v1/routing/route', { locations }, headers)
    return decodePolyline(json.route.legs[0].shape)
  }

  /** Runs a command that the page shows, in a shell with a key in its environment; returns the answer. */
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

/** Starts the explorer for the tests of a file when a browser is installed. */
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
  // The test polls, since the policy of the page forbids the page to evaluate text. The map starts with an
  // empty style, which is drawn at once.
  const isDrawn =
    "Boolean(window.cairnMap?.getSource('drawn') && window.cairnMap.isStyleLoaded() && window.cairnMap.loaded())"
  await expect.poll(() => page.evaluate(isDrawn), drawing).toBe(true)
}

/** Returns a position's pixels in the page. */
export async function pixelOf(page: Page, { lat, lon }: { lat: number; lon: number }) {
  const at = (await page.evaluate(
    `(() => { const { x, y } = window.cairnMap.project([${lon}, ${lat}]); return { x, y } })()`,
  )) as { x: number; y: number }
  const box = (await page.locator('.map-canvas').boundingBox())!
  return { x: box.x + at.x, y: box.y + at.y }
}

/** Expects a page without errors, which is accessible. */
export async function expectSound({ page, faults, isForAll }: OpenedPage): Promise<void> {
  if (isForAll) await expectAccessible(page)
  expect(faults).toEqual([])
}

/** Expects the page in its present state to be accessible, in light and in dark colours. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  // A page hears of new colours with its next frame. A browser without a screen may skip it; a screenshot forces one.
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

/** Polls a value until the expectation holds: an answer is drawn within seconds. */
export function poll<T>(value: () => T | Promise<T>) {
  return expect.poll(value, { timeout: 20_000, interval: 50 })
}
