import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readCurrentBuild } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { buildDemo } from '../../demo-island/index.ts'
import { buildRegion } from '../../region/index.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { withImported } from '../structure/house.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A `$CAIRN_HOME` with the demo region and, if the real extracts exist, `andorra`. */
    builtHome: string
  }
}

/**
 * Builds the regions for the tests, once for each state of the code that builds them. `CAIRN_TEST_HOME`
 * names a home with regions already built, for a change that cannot alter them.
 */
export default async function setup(project: TestProject): Promise<void> {
  const caches = resolve('node_modules/.cache/cairn-test')
  const state = stateOfBuildCode()
  const home = process.env.CAIRN_TEST_HOME ?? join(caches, state)
  project.provide('builtHome', home)
  const storage = await openStorage({ CAIRN_HOME: home })
  const osm = realRegion('andorra/andorra.osm.pbf')
  const dem = realRegion('andorra/N42E001.hgt')
  const isBuilt = async (region: string) => (await readCurrentBuild(storage, region)) !== undefined
  const [hasDemo, hasAndorra] = await Promise.all([isBuilt('demo'), isBuilt('andorra')])
  if (!hasDemo && !process.env.CAIRN_TEST_HOME) removeStale(caches, state)
  const builds: Promise<unknown>[] = []
  if (!hasDemo) builds.push(buildDemo({ storage, home }))
  if (!hasAndorra && osm && dem) {
    builds.push(buildRegion({ name: 'andorra', osm: [osm], dem: [dem], storage, home }))
  }
  await Promise.all(builds)
}

function removeStale(caches: string, state: string): void {
  if (!existsSync(caches)) return
  for (const name of readdirSync(caches)) {
    if (name !== state) rmSync(join(caches, name), { recursive: true, force: true })
  }
}

function stateOfBuildCode(): string {
  const hash = createHash('sha256')
  const files = [
    'package-lock.json',
    // The folders count as a whole, since some of their modules are started as programs.
    ...withImported(globSync('{region,demo-island}/**/*.ts')),
    ...globSync('data/**/*.json').sort(),
  ]
  for (const file of files.filter((name) => existsSync(name))) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
