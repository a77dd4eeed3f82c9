import { globSync, readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { browserPath } from '../fixtures/browser.ts'
import { realRegion, regionFiles, regionsFolder } from '../fixtures/real-regions.ts'
import { suite } from './suite.ts'

/** Fixtures that skip tests where the real regions are missing. */
const regionFixtures = /fixtures\/(real-regions|andorra|places)\.ts/

/** The fixture that skips tests where there is no browser. */
const browserFixture = /fixtures\/browser\.ts/

/** Says once, at the end of a run, what it left out and how to run that too. */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const missing = regionFiles.filter((file) => !realRegion(file))
    const skipped = missing.length === 0 ? 0 : skippedIn(modules, regionFixtures)
    if (skipped > 0) {
      console.log(
        `\n${'!'.repeat(80)}\nLEFT OUT: ${skipped} tests on real regions, because ${regionsFolder} lacks ` +
          `${missing.join(', ')}.\nCAIRN_REGIONS names the folder.\n${'!'.repeat(80)}`,
      )
    }
    const unseen = browserPath ? 0 : skippedIn(modules, browserFixture)
    if (unseen > 0) {
      console.log(
        `\nLEFT OUT: ${unseen} tests of the page, because there is no Chromium: install Debian's ` +
          'chromium, or name one with CAIRN_BROWSER.',
      )
    }
    const campaigns = globSync('test/**/*.full.test.ts').length
    if (suite === 'quick') {
      console.log(
        `\nLeft out: ${campaigns} files of long campaigns; "npm run test:full" runs them.`,
      )
    }
  }
}

function skippedIn(modules: readonly TestModule[], fixtures: RegExp): number {
  return modules
    .filter(({ moduleId }) => fixtures.test(readFileSync(moduleId, 'utf8')))
    .flatMap(({ children }) => [...children.allTests('skipped')]).length
}
