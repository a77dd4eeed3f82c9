import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { truth } from '../demo-island/index.ts'
import { browserPath, openPage, startBrowser } from '../test/fixtures/browser.ts'
import { heapBytes, interact, scriptBytes } from '../test/fixtures/interactions.ts'
import { startServer } from '../test/fixtures/server.ts'
import { formatTable, percentile } from './statistics.ts'

const loads = 7
const drags = 4
/** Number of moves of one drag, and the time between them, as with a mouse. */
const moves = 60
const moveMs = 16
const interactions = 200

/** Times that the page has recorded; see `explorer-recorder.js`. */
interface Recorded {
  drawnMs: number
  /**
   * Milliseconds from a move to the next frame; `answers` from a request to the server's response, `lines` from a
   * move to the new line.
   */
  frames: number[]
  answers: number[]
  lines: number[]
}

const { from, to } = truth.lakesideRoad
const middle = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 }
const fragment = `points=${from.lat},${from.lon};${to.lat},${to.lon}&map=12/${middle.lat}/${middle.lon}`

/**
 * Measures the explorer page in a headless browser that draws in software: the first useful paint, dragging a stop of
 * a route, memory, and the size of its code. The peers are the budgets and, while dragging, the server's answer
 * alone.
 */
export async function runExplorerBenchmark(): Promise<void> {
  if (!browserPath) return console.log('explorer: left out, since no Chromium is installed\n')
  const home = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const server = await startServer(home, { CAIRN_CHECK_RESPONSES: '0', CAIRN_WORKERS: '1' })
  const browser = await startBrowser()
  try {
    const recorder = readFileSync(join(import.meta.dirname, 'explorer-recorder.js'), 'utf8')
    const drawn: number[] = []
    for (let i = 0; i < loads; i++) {
      const page = await open(recorder)
      drawn.push((await readRecorded(page)).drawnMs)
      await page.context().close()
    }
    const page = await open(recorder, fragment)
    await page.locator('.uplot').waitFor()
    await page.waitForTimeout(1000)
    for (let i = 0; i < drags; i++) await drag(page, i)
    const { frames, answers, lines } = await readRecorded(page)
    const session = await page.context().newCDPSession(page)
    const before = await heapBytes(session)
    await interact(page, interactions)
    const after = await heapBytes(session)
    console.log('explorer: the page in a headless browser, drawn in software, on the demo region')
    const [first = 0, ...later] = drawn
    const row = (name: string, values: readonly number[], budgetMs: number) => {
      const [median, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
      const ms = [median, p95].map((each) => `${each.toFixed(0)} ms`)
      return [name, ...ms, `${budgetMs} ms`, `${(p95 / budgetMs).toFixed(2)} x`, `${values.length}`]
    }
    const rows = [
      ['', 'median', 'p95', 'budget', 'p95 of budget', 'count'],
      row('map drawn, first load of a start', [first], 2000),
      row('map drawn, later loads', later, 2000),
      row('drag: move to frame', frames, 200),
      row('drag: move to new line', lines, 200),
      row('drag: answer of the server', answers, 200),
    ]
    console.log(formatTable(rows))
    const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
    console.log(
      `heap after ${interactions} interactions: ${mb(after)} MB, ${(after / before).toFixed(2)} x of ${mb(before)} MB before`,
    )
    const bytes = await scriptBytes(page)
    console.log(
      `JavaScript without the worker of the map: ${(bytes / 1000).toFixed(0)} kB compressed, ${(bytes / 400_000).toFixed(2)} x of the budget\n`,
    )
  } finally {
    await browser.close()
    await server.stop()
  }

  async function open(recorder: string, at = ''): Promise<Page> {
    const { page } = await openPage(browser, 'about:blank')
    await page.addInitScript(recorder)
    await page.goto(`${server.url}/#${at}`)
    while (!(await readRecorded(page))?.drawnMs) await page.waitForTimeout(50)
    return page
  }
}

async function readRecorded(page: Page): Promise<Recorded> {
  return (await page.evaluate('window.recorded')) as Recorded
}

/** Drags the end of the route along a circle and back to its place. */
async function drag(page: Page, index: number): Promise<void> {
  const box = (await page.locator('.stop-end').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const radius = 40 + 10 * index
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 1; i <= moves; i++) {
    const angle = (2 * Math.PI * i) / moves
    await page.mouse.move(x + radius * (Math.cos(angle) - 1), y + radius * Math.sin(angle))
    await page.waitForTimeout(moveMs)
  }
  await page.waitForTimeout(500)
  await page.mouse.up()
  await page.waitForTimeout(300)
}
