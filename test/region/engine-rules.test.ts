import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEngineRules, runBuilder, writeBuilderConfig } from '../../region/engine/index.ts'
import { engineVersion, listTiles, makeReproducible } from '../../region/index.ts'
import { seeded } from '../fixtures/random.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-rules-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Builds tiles with our script after a change, or with the engine's own script. */
async function tilesOf(
  osm: string,
  changed: ((script: string) => string) | undefined,
): Promise<Map<string, Buffer>> {
  const work = await mkdtemp(join(folder, 'build-'))
  const tileFolder = join(work, 'tiles')
  await mkdir(tileFolder)
  const paths = { tileFolder, adminPath: join(work, 'admin.sqlite'), elevationFolder: undefined }
  const path = await writeBuilderConfig(work, paths)
  const config = JSON.parse(await readFile(path, 'utf8'))
  const scriptPath = config.mjolnir.graph_lua_name
  expect(scriptPath).toBeDefined()
  if (changed) await writeFile(scriptPath, changed(await readFile(scriptPath, 'utf8')))
  else {
    delete config.mjolnir.graph_lua_name
    await writeFile(path, JSON.stringify(config))
  }
  const build = { osm: [osm], folder: work }
  await runBuilder('valhalla_build_admins', ['-c', path, osm], build, () => {})
  await runBuilder('valhalla_build_tiles', ['-c', path, osm], build, () => {})
  const stamp = { dataTimestampSeconds: 0, engineVersion, builtAt: new Date() }
  const tiles = new Map<string, Buffer>()
  for (const { name, path } of await listTiles(tileFolder)) {
    const bytes = await readFile(path)
    makeReproducible(bytes, stamp)
    tiles.set(name, bytes)
  }
  return tiles
}

async function expectEqualTiles(osm: string, changed = (script: string) => script): Promise<void> {
  const own = await tilesOf(osm, undefined)
  const scripted = await tilesOf(osm, changed)
  expect(own.size).toBeGreaterThan(0)
  expect([...scripted.keys()]).toEqual([...own.keys()])
  for (const [name, bytes] of own) expect(scripted.get(name)!.equals(bytes), name).toBe(true)
}

const values = {
  highway:
    'motorway trunk primary primary_link secondary tertiary unclassified residential service track',
  access: 'yes no private destination permissive emergency psv',
  oneway: 'yes no -1 true false reversible',
  motor_vehicle: 'yes no private destination',
  vehicle: 'yes no',
  motorcar: 'yes no',
  foot: 'yes no designated',
  bicycle: 'yes no designated dismount use_sidepath',
  'oneway:bicycle': 'yes no',
  cycleway: 'lane track shared_lane opposite opposite_lane no',
  'cycleway:left': 'lane track no',
  hgv: 'yes no designated destination',
  bus: 'yes no',
  psv: 'yes no only',
  moped: 'yes no',
  motorcycle: 'yes no',
  emergency: 'yes no',
  hov: 'designated yes no',
  wheelchair: 'yes no limited',
  sidewalk: 'both left right no',
  shoulder: 'both left right no yes',
  junction: 'roundabout circular',
  service: 'driveway alley parking_aisle drive-through emergency_access',
  tunnel: 'yes no building_passage',
  bridge: 'yes no',
  toll: 'yes no',
  lit: 'yes no true false',
  surface: 'asphalt gravel ground',
  tracktype: 'grade1 grade4',
  smoothness: 'good bad impassable',
  maxspeed: '30 50 120 none walk',
  lanes: '1 2 4',
  maxheight: '3.5 default',
  maxweight: '7.5 12',
  hazmat: 'no designated',
  'motor_vehicle:conditional': 'no@(22:00-06:00)',
  name: 'false true Rua',
  'name:en': 'Road',
  'name:pt': 'Rua',
  alt_name: 'Way',
  official_name: 'Lane',
  ref: 'N12 false',
  int_ref: 'E1',
  unsigned_ref: '77',
  destination: 'Porto Lisboa',
  'destination:ref': 'A1',
  'destination:street': 'Rua',
  'turn:lanes': 'left|right',
  route: 'ferry shuttle_train',
  private: 'true false',
  impassable: 'yes',
  'hgv:national_network': 'yes terminal_access',
  source: 'survey',
  note: 'x',
  width: '3',
  motorroad: 'yes no',
  segregated: 'yes no',
  building: 'yes',
  area: 'yes no',
}

/** A net whose 1,104 roads have one to nine additional tags, drawn at random. */
function anyRoads(seed: number): Buffer {
  const random = seeded(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const net = roadNet(46.02, 9.02, 24, 0.002)
  const keys = Object.keys(values) as (keyof typeof values)[]
  const pieces = net.ways!.flatMap(({ nodes, tags }) =>
    nodes.slice(1).map((node, i) => ({ nodes: [nodes[i]!, node], tags })),
  )
  const ways = pieces.map(({ nodes, tags }) => {
    const drawn: Record<string, string> = random() < 0.2 ? {} : { ...tags }
    for (let i = Math.floor(random() * 9); i >= 0; i--) {
      const key = one(keys)
      drawn[key] = one(values[key].split(' '))
    }
    return { nodes, tags: drawn }
  })
  return tinyOsm({ ...net, ways })
}

describe('the engine rules with less work for each way', { timeout: 120_000 }, () => {
  test("are found in the engine's builder", async () => {
    const rules = await readEngineRules()
    expect(rules).toMatch(/function ways_proc[\s\S]+function ways_proc/)
    expect(rules).not.toContain('\0')
  })

  test.each([1, 2, 3])(
    'produce the same tiles as the engine for roads with random tags, seed %i',
    async (seed) => {
      const osm = join(folder, `roads-${seed}.osm.pbf`)
      await writeFile(osm, anyRoads(seed))
      await expectEqualTiles(osm)
    },
  )

  test('produce the same tiles when kinds of ways are forgotten', async () => {
    const osm = join(folder, 'many-kinds.osm.pbf')
    await writeFile(osm, anyRoads(4))
    const forgetful = (script: string) => script.replace(/kind_count == 20000\b/, 'kind_count == 7')
    await expectEqualTiles(osm, (script) => {
      expect(forgetful(script)).not.toBe(script)
      return forgetful(script)
    })
  })

  for (const file of [
    'monaco/monaco.osm.pbf',
    'andorra/andorra.osm.pbf',
    'helsinki/helsinki.osm.pbf',
  ])
    test.runIf(realRegion(file))(`produce the same tiles for ${file}`, async () => {
      await expectEqualTiles(realRegion(file)!)
    })
})
