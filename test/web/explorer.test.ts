import { describe } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { withCampaigns } from '../setup/suite.ts'
import { useExplorer } from './explorer.ts'
import { mapTests, routeTests } from './map-and-route.ts'
import { memoryTests } from './memory.ts'
import { otherViewTests } from './other-views.ts'

// One file, so that there is one browser and one server.
// On a busy machine the browser sometimes draws no frame for seconds; each attempt has a context of its own.
describe.skipIf(!browserPath)('the explorer page', { retry: 1 }, () => {
  const explorer = useExplorer()
  describe('the map', () => mapTests(explorer))
  describe('routes', () => routeTests(explorer))
  describe.skipIf(!withCampaigns)('shows', () => otherViewTests(explorer))
  describe.skipIf(!withCampaigns)('its memory', () => memoryTests(explorer))
})
