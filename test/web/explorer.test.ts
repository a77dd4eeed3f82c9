import { describe } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { withCampaigns } from '../setup/suite.ts'
import { useExplorer } from './explorer.ts'
import { mapTests, routeTests } from './map-and-route.ts'
import { otherViewTests } from './other-views.ts'

// One file, so that there is one browser and one server.
// Drawn in software, a frame may come late on a busy machine; each attempt has a browser context of its own.
describe.skipIf(!browserPath)('the explorer page', { retry: 2 }, () => {
  const explorer = useExplorer()
  describe('the map', () => mapTests(explorer))
  describe('routes', () => routeTests(explorer))
  describe.skipIf(!withCampaigns)('shows', () => otherViewTests(explorer))
})
