import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Coverage } from '#ground/coverage'
import { measureCoverage, mergeBoxes } from '../../../region/coverage/index.ts'
import { inspectOsm } from '../../../region/osm/index.ts'
import { quarterOfTheWorld, withHeaderBox } from '../../fixtures/header-box.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { roadNet, type TinyOsm, tinyOsm } from '../tiny-osm.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-coverage-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, osm: TinyOsm | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, Buffer.isBuffer(osm) ? osm : tinyOsm(osm))
  return path
}

async function measure(...osm: string[]) {
  const facts = await measureCoverage({ osm })
  return { ...facts, coverage: new Coverage(facts.cells) }
}

const net = roadNet(46.02, 9.02, 9, 0.005)
const road = (nodes: TinyOsm['nodes'], tags: Record<string, string>): TinyOsm => ({
  nodes,
  ways: [{ nodes: nodes.map((_, i) => i + 1), tags }],
})

describe('the coverage of extracts', () => {
  test('contains their roads, whatever box their header states', async () => {
    const plain = await measure(await write('net.osm.pbf', net))
    const wide = await measure(await write('wide.osm.pbf', { ...net, bounds: quarterOfTheWorld }))
    expect(wide.cells).toBe(plain.cells)
    expect(wide.areas).toEqual([{ min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }])
    expect(wide.coverage.contains({ lat: 46.04, lon: 9.04 })).toBe(true)
    for (const outside of [
      { lat: 0, lon: 0 },
      { lat: 46.04, lon: 1 },
      { lat: 9.04, lon: 46.04 },
    ])
      expect(wide.coverage.reaches(outside)).toBe(false)
  })

  test('contains the middle of a road that has no node there', async () => {
    const ends = [
      { lat: 60, lon: 10 },
      { lat: 60.3, lon: 10.9 },
    ]
    const path = await write('long.osm.pbf', road(ends, { highway: 'primary' }))
    expect((await measure(path)).coverage.contains({ lat: 60.15, lon: 10.45 })).toBe(true)
  })

  test.each<Record<string, string>>([
    { route: 'ferry' },
    { highway: 'proposed' },
    { natural: 'coastline' },
    { boundary: 'administrative', admin_level: '2' },
  ])('does not contain %j, where no journey begins', async (tags) => {
    const sea = [
      { lat: 46.04, lon: 9.04 },
      { lat: 45, lon: 12 },
    ]
    const { nodes, ways = [] } = net
    const first = nodes.length
    const both = {
      nodes: [...nodes, ...sea],
      ways: [...ways, { nodes: [first + 1, first + 2], tags }],
    }
    const { coverage } = await measure(await write('both.osm.pbf', both))
    expect(coverage.reaches({ lat: 45.5, lon: 10.6 })).toBe(false)
    expect(coverage.contains({ lat: 46.04, lon: 9.04 })).toBe(true)
  })

  test('has an area for each distant part, starting with the part with most roads', async () => {
    const island = roadNet(-21.1, 55.4, 4, 0.005)
    const shift = net.nodes.length
    const both = {
      nodes: [...net.nodes, ...island.nodes],
      ways: [
        ...net.ways!,
        ...island.ways!.map(({ nodes, tags }) => ({ nodes: nodes.map((n) => n + shift), tags })),
      ],
    }
    const { areas, coverage } = await measure(await write('parts.osm.pbf', both))
    expect(areas.map(({ min_lat }) => min_lat)).toEqual([46.02, -21.1])
    expect(coverage.contains({ lat: -21.09, lon: 55.41 })).toBe(true)
    expect(coverage.reaches({ lat: 12, lon: 30 })).toBe(false)
  })

  test('is refused with the name of the file when the extract has no roads', async () => {
    const path = await write('bare.osm.pbf', { nodes: net.nodes })
    await expect(measure(path)).rejects.toThrow('There are no roads and no places in bare.osm.pbf.')
  })

  const moscow = realRegion('moscow-west/moscow-west.osm.pbf')
  test.runIf(moscow)('is the same for a real extract with another box in its header', async () => {
    const path = await write('wide.pbf', withHeaderBox(await readFile(moscow!), quarterOfTheWorld))
    expect((await measure(path)).cells).toBe((await measure(moscow!)).cells)
  })
})

describe('the box of an extract', () => {
  const of = async (bounds: TinyOsm['bounds']) =>
    (await inspectOsm(await write('box.osm.pbf', { ...net, ...(bounds && { bounds }) }))).bounds

  test('is taken from the header if its size is plausible', async () => {
    const stated = { min_lat: 45.5, min_lon: 8.5, max_lat: 46.5, max_lon: 9.5 }
    expect(await of(stated)).toEqual(stated)
  })

  test('extends at most 28 km beyond the nodes when the header covers the world', async () => {
    const near = { min_lat: 45.77, min_lon: 8.77, max_lat: 46.31, max_lon: 9.31 }
    for (const stated of [
      quarterOfTheWorld,
      { min_lat: -90, min_lon: -180, max_lat: 90, max_lon: 180 },
    ]) {
      const box = await of(stated)
      for (const side of Object.keys(near) as (keyof typeof near)[])
        expect(box[side]).toBeCloseTo(near[side], 6)
    }
  })

  test('is taken from the nodes when the header covers another place', async () => {
    const elsewhere = { min_lat: -40, min_lon: 100, max_lat: -20, max_lon: 140 }
    const nodes = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }
    expect(await of(elsewhere)).toEqual(nodes)
  })
})

describe('boxes of elevation', () => {
  const tile = (lat: number, lon: number) => ({
    min_lat: lat,
    min_lon: lon,
    max_lat: lat + 1,
    max_lon: lon + 1,
  })

  test('are merged when they are side by side, in any order', () => {
    const square = [tile(42, 1), tile(43, 2), tile(42, 2), tile(43, 1)]
    const whole = [{ min_lat: 42, min_lon: 1, max_lat: 44, max_lon: 3 }]
    expect(mergeBoxes(square)).toEqual(whole)
    expect(mergeBoxes(square.toReversed())).toEqual(whole)
  })

  test('remain separate when they are apart', () => {
    expect(mergeBoxes([tile(42, 1), tile(50, 9)])).toHaveLength(2)
    expect(mergeBoxes([])).toEqual([])
  })

  test('are limited in number', () => {
    const chess = Array.from({ length: 200 }, (_, i) => tile(2 * (i % 20), 2 * Math.floor(i / 20)))
    expect(mergeBoxes(chess)).toEqual([{ min_lat: 0, min_lon: 0, max_lat: 39, max_lon: 19 }])
  })
})
