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

/** The tiles of a build in so many parts, without the differences that two builds of one input have. */
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

// Equal tiles are equal answers: the engine has nothing else.
describe('a merged build has, byte for byte, the tiles of a whole one', {
  timeout: 600_000,
}, () => {
  test('of roads, ferries, restrictions and routes over tiles', async () => {
    const osm = join(folder, 'wide.osm.pbf')
    await writeExtract(osm, wideNet())
    await expectEqualBuilds(osm, [2, 5, 30])
  })

  const andorra = realRegion('andorra/andorra.osm.pbf')
  test.runIf(andorra)('of a country that is cut in its capital', async () => {
    await expectEqualBuilds(andorra!, [2, 4])
  })

  const porto = realRegion('porto/porto.osm.pbf')
  test.runIf(porto)('of towns in a row that motorways join', async () => {
    const osm = join(folder, 'copies.osm.pbf')
    await writeCopies(osm, { source: porto!, copies: 2, columns: 2 })
    await expectEqualBuilds(osm, [2])
  })
})
