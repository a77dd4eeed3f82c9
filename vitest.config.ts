import { defineConfig } from 'vitest/config'
import { suite } from './test/setup/suite.ts'

const full = 'test/**/*.full.test.ts'
const long = 'test/**/*.long.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/setup/scratch.ts', 'test/setup/regions.ts'],
    reporters: ['default', 'test/setup/left-out.ts'],
    include: [suite === 'long' ? long : 'test/**/*.test.ts'],
    exclude: { quick: [full, long], full: [long], long: [] }[suite],
    maxWorkers: '100%',
    // Long tests measure, and load all processors: no other file beside them.
    fileParallelism: suite !== 'long',
    // The routing engine is a native add-on with one instance per process, so files get processes, not threads.
    pool: 'forks',
    env: {
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      // No test asks a service on the network; those about weather have one of their own.
      CAIRN_WEATHER: 'off',
    },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
