import { globSync, readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { realRegion, regionFiles, regionsFolder } from '../fixtures/real-regions.ts'
import { suite } from './suite.ts'

/** Fixtures that skip tests where the real regions are missing. */
const regionFixtures = /fixtures\/(real-regions|andorra|places)\.ts/

/** Says once, at the end of a run, what it left out and how to run that too. */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const missing = regionFiles.filter((file) => !realRegion(file))
    const skipped = missing.length === 0 ? 0 : skippedForRegions(modules)
    if (skipped > 0) {
      console.log(
        `\n${'!'.repeat(80)}\nLEFT OUT: ${skipped} tests on real regions, because ${regionsFolder} lacks ` +
          `${missing.join(', ')}.\nCAIRN_REGIONS names the folder.\n${'!'.repeat(80)}`,
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

function skippedForRegions(modules: readonly TestModule[]): number {
  return modules
    .filter(({ moduleId }) => regionFixtures.test(readFileSync(moduleId, 'utf8')))
    .flatMap(({ children }) => [...children.allTests('skipped')]).length
}
