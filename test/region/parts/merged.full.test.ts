import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEngineExtracts } from '../../../region/engine-extract/index.ts'
import { prepareEngineBuilder } from '../../../region/index.ts'
import { inspectOsm } from '../../../region/osm/index.ts'
import { writeCopies } from '../../fixtures/copied-extract.ts'
import { writeExtract } from '../../fixtures/map-extract.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { engineTiles } from './engine-tiles.ts'
import { wideNet } from './wide-net.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-merged-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the tiles of a build in `parts`, without the differences between two builds of one input. */
async function tilesOf(osm: string, parts: number): Promise<Map<string, Buffer>> {
  const work = await mkdtemp(join(folder, 'build-'))
  await mkdir(work, { recursive: true })
  const { bounds } = await inspectOsm(osm)
  const engine = await prepareEngineBuilder({
    osm: await writeEngineExtracts([osm], () => join(work, 'extract.osm.pbf')),
    folder: work,
    elevationFolder: undefined,
    onProgress: () => {},
    parts: { parts, atOnce: 2, threads: 1 },
  })
  await engine.admins()
  engine.timeZones([bounds])
  const tiles = await engineTiles(await engine.tiles())
  await rm(work, { recursive: true })
  return tiles
}

async function expectEqualBuilds(osm: string, parts: number[]): Promise<void> {
  const whole = await tilesOf(osm, 1)
  expect(whole.size).toBeGreaterThan(3)
  for (const count of parts) {
    const merged = await tilesOf(osm, count)
    expect([...merged.keys()], `${count} parts`).toEqual([...whole.keys()])
    for (const [name, bytes] of whole)
      expect(merged.get(name)!.equals(bytes), `${name} of ${count} parts`).toBe(true)
  }
}

// Equal tiles imply equal answers: the engine reads nothing else.
describe('the tiles of a merged build, byte for byte,', {
  timeout: 600_000,
}, () => {
  test('equal the tiles of a whole build, with roads, ferries, restrictions and routes', async () => {
    const osm = join(folder, 'wide.osm.pbf')
    await writeExtract(osm, wideNet())
    await expectEqualBuilds(osm, [2, 5, 30])
  })

  const andorra = realRegion('andorra/andorra.osm.pbf')
  test.runIf(andorra)(
    'equal the tiles of a whole build for a country that is cut in its capital',
    async () => {
      await expectEqualBuilds(andorra!, [2, 4])
    },
  )

  const porto = realRegion('porto/porto.osm.pbf')
  test.runIf(porto)(
    'equal the tiles of a whole build for towns in a row that motorways join',
    async () => {
      const osm = join(folder, 'copies.osm.pbf')
      await writeCopies(osm, { source: porto!, copies: 2, columns: 2 })
      await expectEqualBuilds(osm, [2])
    },
  )
})
