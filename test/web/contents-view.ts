import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Explorer, expectSound, poll } from './explorer.ts'
import { chooseFile, gpxTrack, pointsText } from './page-input.ts'

const entries = (page: Page) => page.locator('.contents li')
const open = (page: Page) => page.locator('.contents summary').press('Enter')
const names = async (page: Page) => (await entries(page).allTextContents()).join(' | ')
const marked = (page: Page) =>
  page.evaluate(
    "window.cairnMap.getSource('pointed').serialize().data.features.map((f) => f.properties.kind)",
  )
const zoom = (page: Page) => page.evaluate('window.cairnMap.getZoom()') as Promise<number>

/** Tests the list of map contents. */
export function contentsViewTests(explorer: Explorer): void {
  const { road, villages } = explorer.ground
  const { from, to } = road
  const [a] = villages

  test('contains the stops and the legs with their lengths, and marks an entry chosen by keyboard on the map', async () => {
    const opened = await explorer.open(`${pointsText(from, to, a)}&map=9/${from.lat}/${from.lon}`)
    const { page } = opened
    await poll(() => entries(page).count()).toBe(5)
    await open(page)
    const [stop, , , leg] = await entries(page).allTextContents()
    expect(stop).toContain(`A${String(from.lat).slice(0, 6)}`)
    expect(leg).toMatch(/Leg 1.*2\.\d km/)
    await expectSound(opened)
    const button = page.getByRole('button', { name: /Leg 1/ })
    await button.press('Enter')
    await poll(() => marked(page)).toContain('route')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await poll(() => zoom(page)).toBeGreaterThan(11)
    await expectSound(opened)
    await button.press('Enter')
    await poll(() => marked(page)).toEqual([])
    await page.context().close()
  })

  test('contains areas with their size, and the places in them', async () => {
    const opened = await explorer.open(`view=isochrone&${pointsText(a)}&_isochrone.minutes=5, 10`)
    const { page } = opened
    await poll(() => names(page)).toMatch(/Reach of 10 min[\d.]+ km².*Reach of 5 min[\d.]+ km²/)
    expect(await entries(page).count()).toBeGreaterThan(3)
    await open(page)
    await page.getByRole('button', { name: /Reach of 5 min/ }).click()
    await poll(() => marked(page)).toEqual(['area'])
    await expectSound(opened)
    await page.context().close()
  })

  test('contains each way to travel under its name', async () => {
    const { page } = await explorer.open(`view=compare&${pointsText(from, to)}`)
    await poll(() => names(page)).toMatch(/Car[\d.]+ km.*Bicycle[\d.]+ km.*Walking[\d.]+ km/)
    await page.context().close()
  })

  test('contains the regions of hexagons of a prediction', async () => {
    const opened = await explorer.open(
      `view=predict&${pointsText(from)}&_predict.when=2026-03-14T16:30&_predict.radius=1`,
    )
    const { page } = opened
    await poll(() => names(page)).toMatch(/Area of the prediction3\.1\d km²/)
    await page.getByRole('button', { name: 'Predict', exact: true }).click()
    await poll(() => names(page)).toMatch(/Hexagons, the likeliest quarter\d+, [\d.]+ km²/)
    await open(page)
    await page.getByRole('button', { name: /the likeliest quarter/ }).click()
    await poll(() => marked(page)).toContain('cell')
    await expectSound(opened)
    await page.context().close()
  })

  test('contains a trace, and its points on the way', async () => {
    const { page } = await explorer.open('view=snap&travel=auto')
    const route = await explorer.route(from, to)
    const gpx = gpxTrack(route)
    await chooseFile(page, 'input[type=file]', 'walk.gpx', gpx)
    await poll(() => names(page)).toMatch(
      new RegExp(`Trace of the file2\\.\\d km.*Points on the way${route.length}`),
    )
    await page.context().close()
  })

  test('keeps the entries of the view when the user asks about another place', async () => {
    const { page, faults } = await explorer.open(pointsText(from, to))
    await poll(() => names(page)).toContain('Route')
    await page.locator('.map-canvas').click({ button: 'right', position: { x: 300, y: 200 } })
    await page.getByRole('menuitem', { name: 'What is here?' }).click()
    await poll(() => page.locator('.request').textContent()).toContain('/v1/geocoding/reverse')
    expect(await names(page)).toContain('Route')
    expect(await page.locator('.turns').count()).toBeGreaterThan(1)
    expect(faults).toEqual([])
    await page.context().close()
  })
}
