import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { poll, useExplorer } from './explorer.ts'
import { demo } from './grounds.ts'

/** Script that returns the theme of the page, the background colour of its map, and whether the map is loaded. */
const stateOf = `[
  document.documentElement.dataset.theme,
  window.cairnMap.getStyle().layers.find(({ type }) => type === 'background').paint['background-color'],
  window.cairnMap.loaded(),
]`

/** Script that returns the map's bounds in degrees (west, south, east, north) and its zoom, to a millionth. */
const shown = `{
  seen: cairnMap.getBounds().toArray().flat().map((each) => Math.round(each * 1e6) / 1e6),
  zoom: Math.round(cairnMap.getZoom() * 1e6) / 1e6,
}`

describe.skipIf(!browserPath)('a print of the explorer', () => {
  const explorer = useExplorer()
  const points = `points=${demo.villages.map(({ lat, lon }) => `${lat},${lon}`).join(';')}`
  const now = (page: Page) => page.evaluate(stateOf)
  const prints = (page: Page) => page.evaluate('window.prints')

  test.each(['button', 'keys'])(
    'uses light colours when a dark page is printed by %s, and the page is dark again afterwards',
    async (by) => {
      const light = await explorer.open(points)
      const onPaper = await now(light.page)
      await light.page.context().close()

      const { page, faults } = await explorer.open(points, { colorScheme: 'dark' })
      await page.evaluate(`window.prints = []; window.print = () => prints.push(${stateOf})`)
      await page.getByRole('button', { name: 'Print' }).waitFor()
      const before = await now(page)
      expect(before).toMatchObject(['dark', expect.anything(), true])
      if (by === 'keys') await page.keyboard.press('Control+p')
      else await page.getByRole('button', { name: 'Print' }).click()
      await poll(() => prints(page)).toEqual([onPaper])
      expect(onPaper).toMatchObject(['light', expect.anything(), true])
      await page.evaluate("dispatchEvent(new Event('afterprint'))")
      await poll(() => now(page)).toEqual(before)
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  test('shows at least the part of the map on the screen, which is unchanged afterwards', async () => {
    const { page, faults } = await explorer.open(points)
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await page.evaluate(`addEventListener('beforeprint', () => {
      const { width, height } = cairnMap.getCanvas().getBoundingClientRect()
      window.printed = { ...(${shown}), shape: width / height }
    })`)
    const before = await page.evaluate(`(${shown})`)
    await page.pdf()
    const printed = (await page.evaluate('window.printed')) as { seen: number[]; shape: number }
    expect(printed.shape).toBeCloseTo(18 / 12, 2)
    const [west, south, east, north] = (before as { seen: number[] }).seen as [
      number,
      number,
      number,
      number,
    ]
    expect(printed.seen[0]).toBeLessThanOrEqual(west + 1e-6)
    expect(printed.seen[1]).toBeLessThanOrEqual(south + 1e-6)
    expect(printed.seen[2]).toBeGreaterThanOrEqual(east - 1e-6)
    expect(printed.seen[3]).toBeGreaterThanOrEqual(north - 1e-6)
    await poll(() => page.evaluate(`(${shown})`)).toEqual(before)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
