import { dirname, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, type Import, importsOf, productFiles } from './house.ts'

/*
 * A folder with an `index.ts` is a module ("room" in names here), and `index.ts` is its entry point ("door").
 * Files outside a module import only its entry point or the entry point of its schemas. An entry point may
 * re-export any file of its own module. Tests, benchmarks and examples also use entry points of nested modules.
 */

const packedInBundles = 'bundles have what it makes, compressed, instead of the file'
const onlyInBrowser = 'the page is a program of its own; tests check what needs no browser'

/** Further entry points, each with the reason why it is not part of `index.ts`. */
const sideDoors: Readonly<Record<string, string>> = {
  'lib/places/address/tables/exonym-tables.ts': packedInBundles,
  'lib/places/address/tables/known-name-tables.ts': packedInBundles,
  'lib/platform/api/operation.ts': 'contracts load schemas and words only, not the middleware',
  'lib/platform/api/openapi.ts': 'only those who write the document load zod-openapi',
  'lib/places/categories/category-phrases.ts': packedInBundles,
  'lib/places/categories/category-records.ts': packedInBundles,
  'lib/platform/concurrency/steps.ts':
    'the page resamples lines too, and its browser has no pauses of Node',
  'lib/language/model/settings.ts':
    'who starts or deploys the service checks its model, without the tables of the reader',
  'lib/language/reader/vocabularies.ts': packedInBundles,
  'lib/language/reader/word-tables.ts': packedInBundles,
  'lib/prediction/map/index.ts': 'only the command line draws maps',
  'web/page/state.ts': onlyInBrowser,
  'web/page/url-state.ts': onlyInBrowser,
  'web/page/job-file.ts': onlyInBrowser,
  'web/page/map/along.ts': onlyInBrowser,
  'web/page/map/contents.ts': onlyInBrowser,
  'web/page/map/shading.ts': onlyInBrowser,
  'web/page/panel/ground-files.ts': onlyInBrowser,
  'web/page/panel/profile-data.ts': onlyInBrowser,
  'demo-island/osm/pbf.ts': 'writing the island loads the region build, its truth does not',
}

const isOutside = (file: string, folder: string) => relative(folder, file).startsWith('..')

/** Returns the modules around a file, outermost first. */
function roomsAround(file: string): string[] {
  const rooms: string[] = []
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (files.includes(`${folder}/index.ts`)) rooms.unshift(folder)
  }
  return rooms
}

/** Whether an import bypasses the entry point of a module. */
function isPastDoor({ from, to }: Import): boolean {
  const room = roomsAround(to).find((folder) => isOutside(from, folder))
  if (room === undefined || to in sideDoors) return false
  if (to === `${room}/index.ts` || to === `${room}/schemas/index.ts`) return false
  return !from.endsWith('/index.ts') || isOutside(to, dirname(from))
}

describe('imports of a module', () => {
  test('are checked only if they come from outside the module', () => {
    const inside = { from: 'lib/platform/api/endpoint.ts', to: 'lib/platform/api/call.ts' }
    const past = { from: 'functions/operations.ts', to: 'lib/platform/api/call.ts' }
    expect([isPastDoor(inside), isPastDoor(past)]).toEqual([false, true])
  })

  test('go through its entry point in product code', () => {
    expect(productFiles.flatMap(importsOf).filter(isPastDoor)).toEqual([])
  })

  test('go through an entry point in tests, benchmarks and examples', () => {
    const others = files.filter((file) => !productFiles.includes(file))
    const past = others
      .flatMap(importsOf)
      .filter(({ to }) => productFiles.includes(to) && roomsAround(to).length > 0)
      .filter(({ to }) => !to.endsWith('/index.ts') && !(to in sideDoors))
    expect(past).toEqual([])
  })

  test('may use further entry points, which all exist', () => {
    expect(Object.keys(sideDoors).filter((file) => !files.includes(file))).toEqual([])
  })
})
