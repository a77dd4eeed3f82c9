import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IndexedPlace } from '#places/gazetteer'
import { createMemorySource, openPack, writePack, writePackInMemory } from '#places/gazetteer'
import { madePlace } from './made-places.ts'
import { madeTown } from './made-town.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const options = () => ({ folder: join(folder, 'scratch'), attribution: '© Somebody' })

test('writes equal bytes for equal places in any order', async () => {
  const places = madeTown(700)
  const bytes = await writePackInMemory(places)
  expect(await writePackInMemory(places)).toEqual(bytes)
  expect(await writePackInMemory([...places].reverse())).toEqual(bytes)
})

test('the header contains count, bounds and attribution', async () => {
  const path = join(folder, 'places.pack')
  const written = await writePack(path, madeTown(100), options())
  const bytes = await readFile(path)
  expect(written).toEqual({ count: 101, size: bytes.length, files: [path] })
  const pack = await openPack(createMemorySource(bytes))
  expect(pack.count).toBe(101)
  expect(pack.attribution).toBe('© Somebody')
  const { min_lat, min_lon, max_lat, max_lon } = pack.bounds
  expect(min_lat).toBeCloseTo(44.5, 1)
  expect(max_lon).toBeCloseTo(5.5, 1)
  expect(max_lat).toBeGreaterThan(min_lat)
  expect(min_lon).toBeLessThan(max_lon)
})

test('progress rises to 1, and scratch files are deleted at the end', async () => {
  const seen: number[] = []
  const onProgress = (fraction: number) => seen.push(fraction)
  await writePack(join(folder, 'a.pack'), madeTown(3000), { ...options(), onProgress })
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(seen.length).toBeGreaterThan(4)
  expect(seen.at(-1)).toBe(1)
  expect(await readdir(options().folder)).toEqual([])
})

test('an aborted build leaves the previous file', async () => {
  const path = join(folder, 'kept.pack')
  await writeFile(path, 'previous file')
  const controller = new AbortController()
  async function* places(): AsyncIterable<IndexedPlace[]> {
    for (const [i, place] of madeTown(5000).entries()) {
      if (i === 2500) controller.abort(new Error('enough'))
      yield [place]
    }
  }
  const writing = writePack(path, places(), { ...options(), signal: controller.signal })
  await expect(writing).rejects.toThrow('enough')
  expect(await readFile(path, 'utf8')).toBe('previous file')
  expect(await readdir(options().folder)).toEqual([])
})

test('an error from the source of places ends the build', async () => {
  async function* places(): AsyncIterable<IndexedPlace[]> {
    yield madeTown(10)
    throw new Error('the extract is broken')
  }
  await expect(writePack(join(folder, 'b.pack'), places(), options())).rejects.toThrow(
    'the extract is broken',
  )
  expect(await readdir(options().folder)).toEqual([])
})

test.each([
  [{ lat: Number.NaN }, 'place osm:node/1 has an invalid position: NaN, 0'],
  [{ lon: 181 }, 'place osm:node/1 has an invalid position: 0, 181'],
  [{ importance: 2 }, 'place osm:node/1 has importance 2'],
  [{ type: 'planet' as 'venue' }, 'place osm:node/1 has an unknown type: planet'],
  [
    { parents: ['osm:node/7'] },
    'place osm:node/1 lies in osm:node/7, which is not an area of this pack',
  ],
  [
    { houses: [{ id: 'osm:node/4', number: '1', lat: 91, lon: 0 }] },
    'place osm:node/1 has a house with an invalid position: osm:node/4',
  ],
  [{ id: '' }, 'a place has no id'],
])('the error names an invalid place: %o', async (facts, message) => {
  const place = madePlace({ id: 'osm:node/1', ...facts })
  await expect(writePackInMemory([{ place, terms: [] }])).rejects.toThrow(message)
})

test('a term of an unknown namespace is refused', async () => {
  const place = { place: madePlace({ id: 'osm:node/1' }), terms: ['x:ausanne'] }
  await expect(writePackInMemory([place])).rejects.toThrow(
    'a term has an unknown namespace: x:ausanne',
  )
})

test('two places with the same id are refused', async () => {
  const twin = { place: madePlace({ id: 'osm:node/1' }), terms: [] }
  await expect(writePackInMemory([twin, twin])).rejects.toThrow('two places have the id osm:node/1')
})
