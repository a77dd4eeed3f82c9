import { describe } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { useExplorer } from './explorer.ts'
import { mapTests, routeTests } from './map-and-route.ts'
import { otherViewTests } from './other-views.ts'

// One file, so that there is one browser and one server.
describe.skipIf(!browserPath)('the explorer page', () => {
  const explorer = useExplorer()
  describe('the map', () => mapTests(explorer))
  describe('routes', () => routeTests(explorer))
  describe('shows', () => otherViewTests(explorer))
})
