import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { island } from '../../../demo-island/index.ts'
import { encodePbf } from '../../../demo-island/osm/pbf.ts'
import { choosePlaceWorkers, RegionError } from '../../../region/index.ts'
import {
  type BuildPlacesOptions,
  buildPlaces,
  gatherPlaces,
  TileThreads,
} from '../../../region/places/index.ts'
import { OsmDrawing } from './osm-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-place-threads-'))
  await writeFile(join(folder, 'demo.osm.pbf'), encodePbf(island().osmMap))
  const bytes = manyTiles().bytes()
  await writeFile(join(folder, 'far.osm.pbf'), bytes)
  await writeFile(join(folder, 'damaged.osm.pbf'), bytes.subarray(0, bytes.length - 20))
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

/** Draws streets with houses in tiles of a quarter degree; one crosses all borders and has no town. */
function manyTiles(): OsmDrawing {
  const map = new OsmDrawing()
  const points: [number, number][] = []
  for (let tile = 0; tile < 12; tile++) {
    const [x, y] = [tile * 19_500, tile * 100]
    for (let street = 0; street < 20; street++) {
      const name = `Street ${street}`
      map.way([...[0, 300, 600].map((dx): [number, number] => [x + dx, y + 70 * street])], {
        highway: 'residential',
        name,
      })
      for (let number = 1; number < 8; number++) {
        map.node(x + 60 * number, y + 70 * street + 10, {
          'addr:street': name,
          'addr:housenumber': String(number),
          'addr:postcode': `30${street % 3}0`,
          'addr:city': `Town ${tile % 4}`,
        })
      }
    }
    points.push([x, y - 200], [x + 19_000, y - 150])
  }
  map.way(points, { highway: 'primary', name: 'Long Road' })
  // An area and its node; an address states one of the node's names.
  const outline = map.box(-6_000, -6_000, -1_000, -1_000)
  map.relation([['way', outline, 'outer']], {
    type: 'boundary',
    boundary: 'administrative',
    admin_level: '8',
    name: 'Burg',
  })
  map.node(-3_000, -3_000, { place: 'town', name: 'Burg', alt_name: 'Altburg' })
  map.node(-3_100, -3_000, { 'addr:place': 'Altburg', 'addr:housenumber': '5' })
  return map
}

/** Replaces the work folder of the threads with a file. */
function spoilFolderOfThreads(scratch: string): void {
  const name = readdirSync(scratch).find((name) => name.startsWith('threads-'))!
  rmSync(join(scratch, name), { recursive: true })
  writeFileSync(join(scratch, name), 'not a folder')
}

/** Returns names and bytes of all files of an index. */
async function filesOf(
  file: string,
  options: Partial<BuildPlacesOptions>,
): Promise<[string, Buffer][]> {
  const into = await mkdtemp(join(folder, 'built-'))
  const scratch = join(into, 'scratch')
  const path = join(into, 'places.pack')
  const { files } = await buildPlaces([join(folder, file)], path, { folder: scratch, ...options })
  expect(await readdir(scratch)).toEqual([])
  return await Promise.all(
    files.map(async (file): Promise<[string, Buffer]> => [basename(file), await readFile(file)]),
  )
}

describe('the places of a region', () => {
  test.each([
    ['demo.osm.pbf', undefined],
    ['demo.osm.pbf', 300],
    ['far.osm.pbf', undefined],
    ['far.osm.pbf', 60],
  ])(
    'have equal bytes from %s, at most %s in one file, with any number of threads',
    async (file, maxPlaces) => {
      const alone = await filesOf(file, { maxPlaces })
      expect(alone.length > 2).toBe(maxPlaces !== undefined)
      for (const workers of [1, 2, 3]) {
        const files = await filesOf(file, { maxPlaces, workers })
        expect(files.map(([name]) => name)).toEqual(alone.map(([name]) => name))
        expect(files.every(([, bytes], i) => bytes.equals(alone[i]![1]))).toBe(true)
      }
    },
    120_000,
  )

  test('have equal bytes when the threads take all tiles but one', async () => {
    const scratch = await mkdtemp(join(folder, 'slow-'))
    const threads = new TileThreads({ count: 2, folder: join(scratch, 'threads') })
    const ids: string[] = []
    try {
      let batch = 0
      for await (const places of gatherPlaces([join(folder, 'far.osm.pbf')], {
        folder: scratch,
        threads,
      })) {
        for (const { id } of places) ids.push(id)
        if (batch++ === 1) await threads.finished()
      }
      const parts = await threads.parts()
      const all: string[] = []
      for await (const places of gatherPlaces([join(folder, 'far.osm.pbf')], { folder: scratch }))
        for (const { id } of places) all.push(id)
      const taken = parts.reduce((sum, { count }) => sum + count, 0)
      expect(taken).toBeGreaterThan(all.length / 2)
      expect(ids.length + taken).toBe(all.length)
      // Places in several tiles: the long road and the postcodes.
      expect(ids.slice(-4)).toEqual(all.slice(-4))
    } finally {
      await threads.stop()
    }
  }, 60_000)

  test('fail with the error of a thread, and leave nothing', async () => {
    const scratch = join(folder, 'failing')
    const path = join(folder, 'failing.pack')
    const building = buildPlaces([join(folder, 'far.osm.pbf')], path, {
      folder: scratch,
      workers: 3,
      onProgress: (fraction) => {
        if (fraction === 0.3) spoilFolderOfThreads(scratch)
      },
    })
    await expect(building).rejects.toMatchObject({
      code: 'ENOTDIR',
      message: expect.stringContaining('threads-'),
    })
    expect(await readdir(scratch)).toEqual([])
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  }, 60_000)

  test('end with the error of a thread when the next tile is requested', async () => {
    const scratch = await mkdtemp(join(folder, 'failing-'))
    const threads = new TileThreads({ count: 1, folder: join(scratch, 'threads') })
    await writeFile(join(scratch, 'threads'), 'not a folder')
    const batches = gatherPlaces([join(folder, 'far.osm.pbf')], { folder: scratch, threads })
    try {
      for (let i = 0; i < 2; i++) for (const _ of (await batches.next()).value!);
      await expect(threads.parts()).rejects.toThrow('ENOTDIR')
      await expect(batches.next()).rejects.toThrow('ENOTDIR')
    } finally {
      await threads.stop()
    }
  }, 60_000)

  test('fail with the name of a damaged extract, and leave nothing', async () => {
    const scratch = join(folder, 'damaged')
    const building = buildPlaces([join(folder, 'damaged.osm.pbf')], join(folder, 'damaged.pack'), {
      folder: scratch,
      workers: 2,
    })
    await expect(building).rejects.toThrow(RegionError)
    await expect(building).rejects.toThrow('damaged.osm.pbf')
    expect(await readdir(scratch)).toEqual([])
  }, 60_000)

  test.each([0.05, 0.32, 0.4, 0.6])(
    'leave nothing when they are aborted at %s',
    async (share) => {
      const scratch = join(folder, 'aborted')
      const controller = new AbortController()
      const building = buildPlaces([join(folder, 'demo.osm.pbf')], join(folder, 'aborted.pack'), {
        folder: scratch,
        workers: 3,
        signal: controller.signal,
        onProgress: (fraction) => {
          if (fraction >= share) controller.abort(new Error('enough'))
        },
      })
      await expect(building).rejects.toThrow('enough')
      expect(await readdir(scratch)).toEqual([])
      await expect(readFile(join(folder, 'aborted.pack'))).rejects.toThrow('ENOENT')
    },
    60_000,
  )
})

describe('the threads of the places', () => {
  const large = 1e9
  test('are the workers without the road graph and the map, at most 4', () => {
    const of = (workers: number) => choosePlaceWorkers(large, { workers })
    expect([1, 2, 3, 4, 5, 16].map(of)).toEqual([1, 1, 1, 2, 3, 4])
  })

  test('are one per four cores by default, at most 4, if memory permits', () => {
    const of = (cores: number, memoryBytes: number) =>
      choosePlaceWorkers(large, { cores, memoryBytes })
    expect([2, 4, 8, 16, 64].map((cores) => of(cores, 500e9))).toEqual([1, 1, 2, 4, 4])
    expect([20e9, 47e9, 49e9, 52e9].map((memoryBytes) => of(64, memoryBytes))).toEqual([1, 1, 2, 3])
    expect(choosePlaceWorkers(49e6, { cores: 64, memoryBytes: 500e9 })).toBe(1)
  })
})
