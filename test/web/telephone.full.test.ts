import { describe, expect, test } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { expectSound, poll, useExplorer } from './explorer.ts'
import { demo } from './grounds.ts'

const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe.skipIf(!browserPath)('the explorer on a telephone', () => {
  const explorer = useExplorer()
  const points = `points=${demo.villages
    .slice(0, 2)
    .map(({ lat, lon }) => `${lat},${lon}`)
    .join(';')}`

  test('shows time, distance and climb of a route on the map, and closes the credits after a while', async () => {
    const opened = await explorer.open(points, telephone)
    const { page } = opened
    const summary = page.locator('.route-summary')
    await poll(() => summary.textContent()).toMatch(/^\d+ min · \d+\.\d km · \d+ m up$/)
    const { y, height } = (await summary.boundingBox())!
    const map = (await page.locator('.map').boundingBox())!
    expect(y).toBeGreaterThanOrEqual(map.y)
    expect(y + height).toBeLessThan(map.y + map.height)
    const credits = page.locator('.maplibregl-ctrl-attrib-inner')
    await poll(() => credits.isVisible()).toBe(false)
    await page.locator('.maplibregl-ctrl-attrib-button').click()
    await poll(() => credits.isVisible()).toBe(true)
    expect(await credits.textContent()).toContain(demo.credit)
    await expectSound(opened)
    await page.getByRole('button', { name: 'Clear' }).click()
    await summary.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('hides the summary on the map and keeps the credits open on a wide screen', async () => {
    const { page } = await explorer.open(points)
    await page.locator('.route-summary').waitFor({ state: 'attached' })
    expect(await page.locator('.route-summary').isVisible()).toBe(false)
    expect(await page.locator('.maplibregl-ctrl-attrib-inner').isVisible()).toBe(true)
    await page.context().close()
  })
})
