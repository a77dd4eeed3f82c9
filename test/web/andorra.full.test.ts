import { describe, expect, test } from 'vitest'
import { describeOnAndorra } from '../fixtures/andorra.ts'
import { browserPath, openPage } from '../fixtures/browser.ts'
import { keyboardTests } from './by-keyboard.ts'
import { keyTests } from './console-tests.ts'
import { contentsViewTests } from './contents-view.ts'
import { useExplorer } from './explorer.ts'
import { andorra } from './grounds.ts'
import { iconsViewTests } from './icons-view.ts'
import { jobViewTests } from './job-view.ts'
import { mapTests, routeTests } from './map-and-route.ts'
import { otherViewTests } from './other-views.ts'
import { authorize, tryRoute } from './reference-steps.ts'

// All tests are in one file, so that they share one browser and one server.
describeOnAndorra('the pages on Andorra', () => {
  describe.skipIf(!browserPath)('in a browser', { retry: 1 }, () => {
    const explorer = useExplorer(andorra)
    describe('the map', () => mapTests(explorer))
    describe('the route view', () => routeTests(explorer))
    describe('the other views', () => otherViewTests(explorer))
    describe('the view of jobs', () => jobViewTests(explorer))
    describe('the list of map contents', () => contentsViewTests(explorer))
    describe('the icons', () => iconsViewTests(explorer))
    describe('use by keyboard alone', () => keyboardTests(explorer))
    describe('the console', () => keyTests(() => explorer, andorra.villages[0].name))

    test('the reference calls a route', async () => {
      const { browser, server } = explorer
      const { page, faults } = await openPage(browser, `${server.url}/docs`)
      await page.waitForSelector('.opblock')
      await authorize(page, (await server.newKey('1.00')).key)
      const { from, to } = andorra.road
      expect(await tryRoute(page, [from, to])).toMatch(/"distance_meters": 2\d{3},/)
      expect(faults).toEqual([])
      await page.context().close()
    })
  })
})
