import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { poll, useExplorer } from './explorer.ts'
import { demo } from './grounds.ts'

/** What the page was when it asked the browser to print: its theme, and the ground of its map. */
const stateOf = `[
  document.documentElement.dataset.theme,
  window.cairnMap.getStyle().layers.find(({ type }) => type === 'background').paint['background-color'],
  window.cairnMap.loaded(),
]`

describe.skipIf(!browserPath)('a print of the explorer', () => {
  const explorer = useExplorer()
  const points = `points=${demo.villages.map(({ lat, lon }) => `${lat},${lon}`).join(';')}`
  const now = (page: Page) => page.evaluate(stateOf)
  const prints = (page: Page) => page.evaluate('window.prints')

  test.each(['button', 'keys'])(
    'from dark colours, by %s, is light, and the page dark again',
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
})
