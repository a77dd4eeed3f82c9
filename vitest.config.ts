import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/setup/scratch.ts', 'test/setup/regions.ts'],
    include: ['test/**/*.test.ts'],
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
