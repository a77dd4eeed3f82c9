import { describe } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { withCampaigns } from '../setup/suite.ts'
import { useExplorer } from './explorer.ts'
import { mapTests, routeTests } from './map-and-route.ts'
import { memoryTests } from './memory.ts'
import { otherViewTests } from './other-views.ts'

// All tests are in one file, so that they share one browser and one server.
// On a busy machine the browser sometimes draws no frame for seconds; each attempt has a context of its own.
describe.skipIf(!browserPath)('the explorer page', { retry: 1 }, () => {
  const explorer = useExplorer()
  describe('the map', () => mapTests(explorer))
  describe('the route view', () => routeTests(explorer))
  describe.skipIf(!withCampaigns)('the other views', () => otherViewTests(explorer))
  describe.skipIf(!withCampaigns)('the size of the page', () => memoryTests(explorer))
})
