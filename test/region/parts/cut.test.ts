import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assignToParts,
  buildInParts,
  cutExtracts,
  listNeighbours,
  listTilesAt,
  type Membership,
  tileCodeAt,
} from '../../../region/parts/index.ts'
import { type MapExtract, readExtract, writeExtract } from '../../fixtures/map-extract.ts'
import { roadNet, tinyOsm } from '../tiny-osm.ts'
import { wideNet } from './wide-net.ts'

let folder: string
let membership: Membership
let datasetId: number
let cuts: MapExtract[]
/** The map as stored in its file, where positions are rounded. */
let whole: MapExtract
const silent = { onProgress: () => {} }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-parts-'))
  const osm = join(folder, 'wide.osm.pbf')
  await writeExtract(osm, wideNet({ hasFerry: false }))
  whole = await readExtract(osm)
  membership = await assignToParts([osm], 3, silent)
  const output = (part: number) => join(folder, `${part}.osm.pbf`)
  const cut = await cutExtracts([osm], membership, output, silent)
  datasetId = cut.datasetId
  cuts = await Promise.all(cut.paths.map(([path]) => readExtract(path!)))
})
afterAll(() => rm(folder, { recursive: true }))

/** Lists the tiles that contain nodes of a way. */
const tilesOfWay = (id: number): number[] =>
  whole.ways.get(id)!.nodes.flatMap((node) => {
    const { lat, lon } = whole.nodes.get(node)!
    return listTilesAt(tileCodeAt(lat, lon))
  })

describe('a part', () => {
  test('contains all roads of its own tiles and the tiles around them, with all their nodes unchanged', () => {
    for (const [i, tiles] of membership.parts.entries()) {
      const { nodes, ways } = cuts[i]!
      const complete = new Set(tiles.flatMap((tile) => [tile, ...listNeighbours(tile)]))
      for (const [id, way] of whole.ways) {
        if (way.tags.building || !tilesOfWay(id).some((tile) => complete.has(tile))) continue
        expect(ways.get(id)).toEqual(way)
        for (const node of way.nodes) expect(nodes.get(node)).toEqual(whole.nodes.get(node))
      }
    }
  })

  test('contains all roads of the tiles that its own roads reach', () => {
    const [first] = cuts
    // The motorway leads to the other end, where the roads of its tile are needed to number the nodes.
    const [motorway] = [...whole.ways].find(([, { tags }]) => tags.ref === 'A 1')!
    const far = tilesOfWay(motorway).filter((tile) => !membership.parts[0]!.includes(tile))
    expect(first!.ways.has(motorway)).toBe(true)
    expect(far.length).toBeGreaterThan(0)
    for (const id of whole.ways.keys()) {
      if (whole.ways.get(id)!.tags.building) continue
      if (tilesOfWay(id).some((tile) => far.includes(tile))) expect(first!.ways.has(id)).toBe(true)
    }
  })

  test('contains the relations of its ways, and nothing that the engine drops or that is far away', () => {
    for (const { nodes, ways, relations } of cuts) {
      for (const [id, relation] of whole.relations) {
        const belongs = relation.members.some(({ ref }) => ways.has(ref))
        expect(relations.get(id)).toEqual(belongs ? relation : undefined)
      }
      expect([...ways.values()].some(({ tags }) => tags.building)).toBe(false)
      expect(ways.size).toBeLessThan(whole.ways.size * 0.9)
      const used = new Set([...ways.values()].flatMap((way) => way.nodes))
      expect(new Set(nodes.keys())).toEqual(used)
    }
  })

  test('contains the whole area around a ferry when it owns some of it', async () => {
    const osm = join(folder, 'ferry.osm.pbf')
    await writeExtract(osm, wideNet())
    const { ways } = await assignToParts([osm], 3, silent)
    // The search for a primary road may go anywhere in such a sparse net.
    const roads = [...wideNet().ways].filter(([, { tags }]) => !tags.building)
    for (const [id] of roads) expect(ways.get(id)).toBe(0b111)
  })

  test('receives the last node of the whole extract when there are no changesets', () => {
    expect(datasetId).toBe(Math.max(...whole.nodes.keys()))
  })

  test('is named in the error when the engine cannot build it, and the others end', async () => {
    // The second file after the first makes the extract unsorted.
    const net = tinyOsm(roadNet(46, 8, 20, 0.05))
    const osm = join(folder, 'unsorted.osm.pbf')
    await writeFile(osm, Buffer.concat([net, net]))
    const build = join(folder, 'build')
    const tileFolder = join(build, 'tiles')
    await mkdir(tileFolder, { recursive: true })
    const building = buildInParts({
      osm: [osm],
      folder: build,
      tileFolder,
      partsFolder: build,
      adminPath: join(folder, 'none.sqlite'),
      elevationFolder: undefined,
      count: { parts: 2, atOnce: 2, threads: 1 },
      ...silent,
    })
    await expect(building).rejects.toThrow(/unsorted\.osm\.pbf \(part [12] of 2\)/)
  })
})
