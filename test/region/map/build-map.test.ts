import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bounds } from '#ground/geo'
import { buildMap, computeTileId, PmtilesWriter } from '../../../region/map/index.ts'
import { OsmDrawing } from '../osm-drawing.ts'
import { openArchive, placeIn, tileOf } from './archive.ts'

let folder: string
let osm: string
let bounds: Bounds
const drawing = new OsmDrawing()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-map-'))
  osm = join(folder, 'drawn.osm.pbf')
  bounds = drawing.coverBox(-3000, -3000, 3000, 3000)
  // A lake with an island, from two ways; the outer way has the tags, and its relation draws it.
  const [a, b] = [drawing.node(0, 0), drawing.node(1000, 0)]
  const south = drawing.way([a, b, drawing.node(1000, 1000)])
  const north = drawing.way([drawing.node(1000, 1000, {}, 9001), drawing.node(0, 1000), a])
  const island = drawing.box(400, 400, 600, 600, { natural: 'wood' })
  void [south, north]
  const shore = drawing.box(-1000, -1000, 1000, -200, { natural: 'water', name: 'Lej' })
  const isle = drawing.box(-100, -700, 100, -500)
  drawing.relation(
    [
      ['way', shore, 'outer'],
      ['way', isle, 'inner'],
    ],
    { type: 'multipolygon' },
  )
  void island
  drawing.way(
    [
      [-2000, 100],
      [2000, 150],
    ],
    { highway: 'primary', name: 'Via' },
  )
  drawing.node(1500, 1500, { natural: 'peak', name: 'Piz', ele: '2 345,6' })
  drawing.node(-1500, 1500, { place: 'village', name: 'Vitg', 'name:de': 'Dorf' })
  for (let i = 0; i < 60; i++)
    drawing.box(-2500 + 40 * i, 2000, -2480 + 40 * i, 2020, { building: 'yes' })
  await writeFile(osm, drawing.bytes())
})
afterAll(() => rm(folder, { recursive: true }))

async function built(name: string, maxWaitingBytes?: number): Promise<string> {
  const path = join(folder, name)
  const work = join(folder, `${name}.work`)
  const options = maxWaitingBytes === undefined ? {} : { maxWaitingBytes }
  await buildMap({ osm: [osm], path, folder: work, bounds, attribution: 'drawn', ...options })
  return path
}

async function features(path: string, layer: string, x: number, y: number, zoom = 14) {
  const at = placeIn(drawing.at(x, y), zoom)
  const tile = (await tileOf(await openArchive(path), zoom, at.x, at.y))?.layers[layer]
  return Array.from({ length: tile?.length ?? 0 }, (_, i) => tile!.feature(i))
}

describe('a map', () => {
  test('has equal bytes for equal extracts, in memory or through files', async () => {
    const paths = [await built('a.pmtiles'), await built('b.pmtiles'), await built('c.pmtiles', 64)]
    const [first, ...others] = await Promise.all(paths.map((path) => readFile(path)))
    for (const other of others) expect(Buffer.compare(first!, other)).toBe(0)
    const left = await readdir(folder)
    expect(left.filter((name) => /work|spool/.test(name))).toEqual([])
  })

  test('draws a lake with its island once, from its relation', async () => {
    const lakes = await features(await built('lake.pmtiles'), 'water_polygons', -50, -600, 12)
    expect(lakes.map(({ properties }) => properties.kind)).toEqual(['water'])
    expect(lakes[0]!.loadGeometry()).toHaveLength(2)
    const area = lakes[0]!.properties.way_area as number
    expect(Math.abs(area / (2000 * 800 - 200 * 200) - 1)).toBeLessThan(0.01)
  })

  test('names peaks, villages and roads in the layers of the schema', async () => {
    const path = await built('names.pmtiles')
    const [peak] = await features(path, 'peaks', 1500, 1500)
    expect(peak!.properties).toEqual({ kind: 'peak', name: 'Piz', ele: 2 })
    const [village] = await features(path, 'place_labels', -1500, 1500)
    expect(village!.properties).toEqual({ kind: 'village', name: 'Vitg', name_de: 'Dorf' })
    const [road] = await features(path, 'street_labels', 0, 125)
    expect(road!.properties).toMatchObject({ kind: 'primary', name: 'Via' })
  })

  test('can be aborted', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    const path = join(folder, 'stopped.pmtiles')
    const request = { osm: [osm], path, folder: join(folder, 'stopped'), bounds, attribution: '' }
    await expect(buildMap({ ...request, signal: stopped })).rejects.toThrow('stopped')
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([])
  })
})

test('an archive of very many tiles has leaves, and returns each tile', async () => {
  const path = join(folder, 'many.pmtiles')
  const writer = new PmtilesWriter(path)
  const side = 110
  for (let x = 0; x < side; x++)
    for (let y = 0; y < side; y++)
      writer.add(computeTileId(9, x, y), Buffer.from(`tile ${x % 7} ${(x * y) % 1009}`))
  await writer.finish({ bounds, minZoom: 9, maxZoom: 9, metadata: {} })
  const archive = await openArchive(path)
  const header = await archive.getHeader()
  expect(header).toMatchObject({ numAddressedTiles: side * side })
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(header.numTileContents).toBeLessThan(7 * 1009)
  for (const [x, y] of [
    [0, 0],
    [109, 109],
    [37, 101],
    [100, 3],
  ] as const) {
    const tile = await archive.getZxy(9, x, y)
    expect(Buffer.from(tile!.data).toString()).toBe(`tile ${x % 7} ${(x * y) % 1009}`)
  }
  expect(await archive.getZxy(9, 200, 200)).toBeUndefined()
})
