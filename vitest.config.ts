import { defineConfig } from 'vitest/config'

/** The long campaigns alone, one after the other, instead of the tests that run with every change. */
const long = process.env.CAIRN_LONG === '1'
const longTests = 'test/**/*.long.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/setup/scratch.ts', 'test/setup/regions.ts', 'test/setup/long.ts'],
    include: [long ? longTests : 'test/**/*.test.ts'],
    exclude: long ? [] : [longTests],
    // Long tests measure, and load both processors: no other file beside them.
    fileParallelism: !long,
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
