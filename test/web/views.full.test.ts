import { describe } from 'vitest'
import { browserPath } from '../fixtures/browser.ts'
import { keyboardTests } from './by-keyboard.ts'
import { contentsViewTests } from './contents-view.ts'
import { everyViewTests } from './every-view.ts'
import { useExplorer } from './explorer.ts'
import { iconsViewTests } from './icons-view.ts'
import { jobViewTests } from './job-view.ts'
import { passingStateTests } from './passing-states.ts'
import { predictViewTests } from './predict-view.ts'

// One file, so that there is one browser and one server.
describe.skipIf(!browserPath)('the explorer page', { retry: 1 }, () => {
  const explorer = useExplorer()
  describe('can be used by everybody', () => everyViewTests(explorer))
  describe('can be used by everybody while', () => passingStateTests(explorer))
  describe('sends a file as a job', () => jobViewTests(explorer))
  describe('lists what is on the map', () => contentsViewTests(explorer))
  describe('has icons that', () => iconsViewTests(explorer))
  describe('by keyboard alone has', () => keyboardTests(explorer))
  describe('predicts', () => predictViewTests(explorer))
})
