import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '../fixtures/browser.ts'
import { type Explorer, expectAccessible, poll } from './explorer.ts'
import { chooseFile, pointsText } from './page-input.ts'

const viewport = { width: 390, height: 844 }

/** Tests that the states of a view during a wait or after a failure are accessible. */
export function passingStateTests(explorer: Explorer): void {
  const { road, villages, wilderness } = explorer.ground
  const way = pointsText(road.from, road.to)
  const open = async (fragment = '') => (await explorer.open(fragment, { viewport })).page
  const expectUsable = async (page: Page) => {
    await expectAccessible(page)
    await page.context().close()
  }
  /** Opens the page, and handles calls of a path by `fulfil` from then on. */
  const withCalls = async (
    path: string,
    fulfil: Parameters<Page['route']>[1],
    fragment: string,
  ) => {
    const page = await open()
    await page.route(path, fulfil)
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`)
    return page
  }

  test('is kept while an answer is awaited', async () => {
    const page = await withCalls('**/v1/routing/route', () => {}, way)
    await page.locator('.result[aria-busy=true]').getByText('Working…').waitFor()
    await expectUsable(page)
  })

  test('is kept while a button waits for its answer', async () => {
    const predict = `view=predict&${pointsText(road.from)}&_predict.when=2026-03-14T16:30`
    const page = await withCalls('**/v1/predict', () => {}, predict)
    await page.getByRole('button', { name: 'Predict', exact: true }).click()
    await page.getByRole('button', { name: 'Working…' }).waitFor()
    await expectUsable(page)
  })

  test('is kept when there is no route', async () => {
    const page = await open(pointsText(road.from, wilderness))
    await page.getByRole('alert').getByText('Stop B has no road within').waitFor()
    await expectUsable(page)
  })

  test('is kept when the server does not answer', async () => {
    const page = await withCalls('**/v1/routing/route', (route) => route.abort(), way)
    await page.getByText('The server cannot be reached').waitFor()
    await expectUsable(page)
  })

  test('is kept while the page asks for a key', async () => {
    const json = { code: 'unauthorized', message: 'The key is not known.' }
    const refuse: Parameters<Page['route']>[1] = (route) => route.fulfill({ status: 401, json })
    const page = await withCalls('**/v1/routing/route', refuse, way)
    await page.getByLabel('API key').waitFor()
    await expectUsable(page)
  })

  test('is kept while the region is being built', async () => {
    const { page } = await openPage(explorer.browser, 'about:blank', { viewport })
    await page.route('**/map/region.json', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto(explorer.server.url)
    await page.getByText('The region is being prepared').waitFor()
    await expectUsable(page)
  })

  test('is kept when a search finds nothing', async () => {
    const page = await open()
    await page.getByRole('combobox').fill('qqqqxyz')
    await page.getByText('Nothing found').waitFor()
    await expectUsable(page)
  })

  test('is kept when the menu describes a place', async () => {
    const page = await open()
    await page.locator('.map-canvas').click({ button: 'right', position: { x: 150, y: 150 } })
    await page.getByRole('menu').waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'What is here?' }).click()
    await page.locator('.notice').waitFor()
    await expectUsable(page)
  })

  test('is kept when a file has no track', async () => {
    const page = await open('view=snap')
    await chooseFile(page, '.view input[type=file]', 'none.gpx', '<gpx/>')
    await page.getByText('none.gpx has no track').waitFor()
    await expectUsable(page)
  })

  test('is kept while a job waits for its file, and after it is cancelled', async () => {
    const page = await open('view=list')
    await page.route('**/uploads', (route) => route.abort())
    await chooseFile(page, '.job input[type=file]', 'guests.csv', `text\n${villages[0].name}\n`)
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('The upload broke off').waitFor()
    await page.getByRole('progressbar').waitFor()
    await expectAccessible(page)
    const cancel = page.getByRole('button', { name: 'Cancel the job' })
    await cancel.focus()
    await page.keyboard.press('Enter')
    await page.getByText('It is cancelled. Nothing is charged.').waitFor()
    // The button has gone, and its region has the focus.
    await poll(() => page.evaluate("document.activeElement.classList.contains('job')")).toBe(true)
    expect(await cancel.count()).toBe(0)
    await expectUsable(page)
  })
}
