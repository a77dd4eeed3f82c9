import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type ViewId, viewIds } from '../../web/page/state.ts'
import { type Explorer, expectAccessible, poll } from './explorer.ts'
import { chooseFile, gpxTrack, pointsText } from './page-input.ts'

const screens = [
  { name: 'a desk', viewport: { width: 1440, height: 900 } },
  { name: 'a telephone', viewport: { width: 390, height: 844 } },
]

/** How a test makes a view show a result. */
interface Showing {
  /** Further parameters of the page's address, besides the view. */
  fragment?: string
  act?(page: Page): Promise<void>
  /** Selector of the result. */
  selector: string
}

const directions = 'section[aria-label="Directions"]'
const press = (page: Page, name: string) =>
  page.locator('.view').getByRole('button', { name, exact: true }).click()

/** Returns an entry for each view: the compiler reports a new view without one. */
function showings(explorer: Explorer): Record<ViewId, Showing> {
  const { category, road, villages } = explorer.ground
  const [a, b, c] = villages
  const { from, to } = road
  const way = pointsText(from, to)
  return {
    route: { fragment: `${way}&_route.alternates=2`, selector: directions },
    isochrone: {
      fragment: `${pointsText(a)}&_isochrone.minutes=5, 10`,
      selector: '.result table, .result li',
    },
    compare: { fragment: way, selector: '.result table' },
    optimize: { fragment: `${pointsText(a, c, b)}&_optimize.round=yes`, selector: directions },
    matrix: { fragment: pointsText(a, b, c), selector: '.result table' },
    along: { fragment: `${pointsText(a, b)}&_along.search=${category}`, selector: '.result li' },
    snap: {
      act: async (page) => {
        const track = gpxTrack(await explorer.route(from, to))
        await chooseFile(page, '.view input[type=file]', 'walk.gpx', track)
      },
      selector: directions,
    },
    predict: {
      fragment: `${pointsText(from)}&_predict.when=2026-03-14T16:30&_predict.bearing=90&_predict.radius=1`,
      act: (page) => press(page, 'Predict'),
      selector: '.result .facts',
    },
    ask: {
      act: async (page) => {
        await page.getByLabel('Question').fill(`route from ${a.name} to ${b.name} by bike`)
        await press(page, 'Ask')
      },
      selector: '.result .narrative',
    },
    list: {
      act: async (page) => {
        await page.getByLabel('Addresses or names').fill(`${a.name}\nqqqqxyz\n${b.name}`)
        await press(page, 'Find all')
      },
      selector: '.result table',
    },
  }
}

/** Tests that every view is accessible, with and without a result, on every screen. */
export function everyViewTests(explorer: Explorer): void {
  const all = showings(explorer)

  test('is tested on every view that the page has', async () => {
    const { page } = await explorer.open()
    const title = page.locator('.tabs [aria-current]')
    const titles = new Set<string>()
    for (const id of viewIds) {
      await page.evaluate(`location.hash = 'view=${id}'`)
      await poll(() => title.textContent()).not.toSatisfy((name: string) => titles.has(name))
      titles.add((await title.textContent())!)
    }
    expect([...titles]).toEqual(
      expect.arrayContaining(await page.locator('.tabs button').allTextContents()),
    )
    await page.context().close()
  })

  describe.each(screens)('on $name', ({ viewport }) => {
    test.each(viewIds)('the view %s is accessible with and without a result', async (id) => {
      const { fragment = '', act, selector } = all[id]
      const { page, faults } = await explorer.open(`view=${id}`, { viewport })
      await expectAccessible(page)
      await page.evaluate(`location.hash = ${JSON.stringify(`view=${id}&${fragment}`)}`)
      await act?.(page)
      await page.locator(selector).first().waitFor()
      await page.locator('.request .code').waitFor()
      // Options, files and the list of map contents are folded at first.
      await page.evaluate(
        "for (const each of document.querySelectorAll('details')) each.open = true",
      )
      for (const tab of ['TypeScript', 'MCP', 'Answer']) {
        const button = page.locator('.request').getByRole('button', { name: tab })
        // No tool exists for jobs.
        if ((await button.count()) > 0) await button.click()
      }
      await expectAccessible(page)
      expect(faults).toEqual([])
      await page.context().close()
    })
  })
}
