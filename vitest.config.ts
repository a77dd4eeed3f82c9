import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { suite } from './test/setup/suite.ts'

const full = 'test/**/*.full.test.ts'
const long = 'test/**/*.long.test.ts'

const include = suite === 'long' ? long : 'test/**/*.test.ts'
const exclude = { quick: [full, long], full: [long], long: [] }[suite]

/**
 * Rooms without the routing engine and without processes of their own. Their files share processes, and so
 * what these have loaded, which takes a third of the time of a file.
 */
const sharingRooms = [
  'contract',
  'ground/{dataset,elevation,geo,landscape,raster,terrain,weather}',
  'places/{address,categories,gazetteer,jobs,search,text}',
  'platform/{concurrency,large-data,progress,storage}',
  'prediction',
  'region',
  'routing/tile-archive',
]

/**
 * Files that replace modules, which would stay replaced for the next file of the process; files with child
 * processes, which count the memory of their parent as theirs; and files that measure memory, which others fill.
 */
const alone =
  /\bvi\.(mock|doMock|spyOn|stubEnv|stubGlobal)\b|process\.env\.\w+ =|delete process\.env|node:child_process|memoryUsage/
const sharing = globSync(`test/{${sharingRooms}}/**/*.test.ts`, { exclude }).filter(
  (file) => !alone.test(readFileSync(file, 'utf8')),
)

/** Files with a browser, which draws in software on all processors and misses frames beside another file. */
const drawing = globSync('test/**/*.test.ts').filter((file) =>
  /\bbrowserPath\b|\buseExplorer\b/.test(readFileSync(file, 'utf8')),
)

const test = {
  setupFiles: 'test/setup/seed.ts',
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
    CAIRN_MODEL: 'off',
  },
  testTimeout: 30_000,
  hookTimeout: 120_000,
} as const

export default defineConfig({
  resolve: {
    alias: {
      'cairn-cdk': resolve('infra/cloud/construct-exports.ts'),
      'cairn-client': resolve('client/index.ts'),
    },
  },
  test: {
    globalSetup: ['test/setup/scratch.ts', 'test/setup/regions.ts'],
    reporters: ['default', 'test/setup/left-out.ts'],
    ...test,
    projects:
      suite === 'long'
        ? [{ extends: true, test: { include: [include] } }]
        : [
            {
              extends: true,
              test: {
                name: 'apart',
                include: [include],
                exclude: [...exclude, ...sharing, ...drawing],
              },
            },
            { extends: true, test: { name: 'together', isolate: false, include: sharing } },
            {
              extends: true,
              test: {
                name: 'browser',
                include: drawing,
                exclude,
                maxWorkers: 1,
                sequence: { groupOrder: 1 },
              },
            },
          ],
  },
})
