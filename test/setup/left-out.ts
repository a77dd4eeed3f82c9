import { globSync, readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { browserPath } from '../fixtures/browser.ts'
import { realRegion, regionFiles, regionsFolder } from '../fixtures/real-regions.ts'
import { isRegistryThere } from '../fixtures/registry.ts'
import { suite } from './suite.ts'

/** Fixtures that skip tests if the real regions are missing. */
const regionFixtures = /fixtures\/(real-regions|andorra|places)\.ts/

/** Fixtures that skip tests without a browser. */
const browserFixture = /fixtures\/browser\.ts'|\/explorer\.ts'/

/** Fixture that skips tests if no registry answers. */
const registryFixture = /fixtures\/registry\.ts/

/** Reports at the end of a run which tests it left out, and how to run them. */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const missing = regionFiles.filter((file) => !realRegion(file))
    const skipped = missing.length === 0 ? 0 : skippedOf(modules, regionFixtures)
    if (skipped > 0) {
      shout(
        `${skipped} tests on real regions, because ${regionsFolder} lacks ${missing.join(', ')}.`,
        'CAIRN_REGIONS names the folder.',
      )
    }
    const withBrowser = browserPath ? 0 : skippedOf(modules, browserFixture)
    if (withBrowser > 0) {
      shout(
        `${withBrowser} tests of pages, because no Chromium is installed.`,
        'CAIRN_CHROMIUM names another one; on Debian: apt-get install chromium',
      )
    }
    const withRegistry = skippedOf(modules, registryFixture)
    if (withRegistry > 0 && !isRegistryThere()) {
      shout(
        `${withRegistry} tests of installed packages, because the npm registry does not answer.`,
        'npm config get registry names it.',
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

function shout(leftOut: string, remedy: string): void {
  const line = '!'.repeat(80)
  console.log(`\n${line}\nLEFT OUT: ${leftOut}\n${remedy}\n${line}`)
}

/** Counts the skipped tests in modules with one of the fixtures. */
function skippedOf(modules: readonly TestModule[], fixture: RegExp): number {
  return modules
    .filter(({ moduleId }) => fixture.test(readFileSync(moduleId, 'utf8')))
    .flatMap(({ children }) => [...children.allTests('skipped')]).length
}
