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

// All tests are in one file, so that they share one browser and one server.
describe.skipIf(!browserPath)('the explorer page', { retry: 1 }, () => {
  const explorer = useExplorer()
  describe('accessibility of the views', () => everyViewTests(explorer))
  describe('accessibility of passing states', () => passingStateTests(explorer))
  describe('the view of jobs', () => jobViewTests(explorer))
  describe('the list of map contents', () => contentsViewTests(explorer))
  describe('the icons', () => iconsViewTests(explorer))
  describe('use by keyboard alone', () => keyboardTests(explorer))
  describe('the prediction view', () => predictViewTests(explorer))
})
