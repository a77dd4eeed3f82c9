import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SectionName, Term } from '#places/gazetteer'
import {
  createMemorySource,
  createPackCache,
  decodeHeader,
  openFileSource,
  openPack,
  openStorageSource,
  type Pack,
  type RangeSource,
  writePackInMemory,
} from '#places/gazetteer'
import { LocalStorage } from '#platform/storage'
import { CountedSource } from './made-places.ts'
import { madeTown } from './made-town.ts'

let bytes: Uint8Array
let folder: string
let source: CountedSource
let pack: Pack

const words = ['w:bako', 'w:riba', 'w:mutal', 'n:senko', 'c:region', 't:street', 'k:cafe']
const spot = { lat: 45, lon: 5 }
const around = { radiusMeters: 3000, limit: 5, types: ['address', 'venue', 'street'] as const }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'))
  bytes = await writePackInMemory(madeTown(60_000), { folder })
}, 60_000)

afterAll(async () => {
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  source = new CountedSource(bytes)
  pack = await openPack(source)
})

test('opening takes one read, which covers the whole file of a small pack', async () => {
  expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024)
  expect(source.reads).toBe(1)
  expect(source.bytes).toBe(768 * 1024)
  const small = await writePackInMemory(madeTown(100))
  const whole = new CountedSource(small)
  const opened = await openPack(whole)
  await opened.places([0, 50, 100])
  expect(whole).toMatchObject({ reads: 1, bytes: small.length })
})

test('finding an id takes one round for its block, and one for the place or the house', async () => {
  const [street] = await pack.near(spot, { ...around, types: ['address'] })
  const { house } = street!
  for (const [id, rounds] of [
    [house!.id, 2],
    [street!.place.id, 2],
    ['osm:node/999999999', 1],
  ] as const) {
    const cold = await openPack(source)
    source.reset()
    expect(await cold.withId(id)).toHaveLength(rounds === 1 ? 0 : 1)
    expect(source.rounds).toBe(rounds)
    expect(source.bytes).toBeLessThan(100 * 1024)
  }
})

test('reading terms, lists, places and houses takes one round each', async () => {
  source.reset()
  const terms = (await pack.terms(words)).filter((term) => term !== undefined)
  expect(terms.length).toBeGreaterThan(3)
  expect(source.rounds).toBe(1)
  expect(source.bytes).toBeLessThan(300 * 1024)

  source.reset()
  const lists = await pack.postings(terms)
  expect(source.rounds).toBe(1)
  const docIds = lists.flatMap((list) => list.cursor().docId)

  source.reset()
  const places = await pack.places([...docIds, 5000, 30_000, 59_999])
  expect(source.rounds).toBe(1)
  expect(source.bytes).toBeLessThan(100 * 1024)

  source.reset()
  await pack.houses(places)
  expect(source.rounds).toBeLessThanOrEqual(1)

  source.reset()
  await pack.terms(words)
  await pack.postings(terms)
  await pack.places([...docIds, 5000, 30_000, 59_999])
  await pack.houses(places)
  expect(source.rounds).toBe(0)
})

test('reads houses ahead in the round of their places', async () => {
  const docIds = [5000, 30_000, 30_001, 59_999]
  const expected = await pack.houses(await pack.places(docIds))
  expect(expected.flat().length).toBeGreaterThan(0)

  pack = await openPack(source)
  source.reset()
  const houses = await pack.houses(await pack.places(docIds, { housesAhead: true }))
  expect(source.rounds).toBe(1)
  expect(houses).toEqual(expected)

  // The houses of all places are too many to be read ahead.
  const all = Array.from({ length: 60_000 }, (_, docId) => docId)
  source.reset()
  await pack.places(all, { housesAhead: true })
  const { bytes } = source
  pack = await openPack(source)
  source.reset()
  await pack.places(all)
  expect(bytes - source.bytes).toBeLessThan(64 * 1024)
})

test('looks up a word that no name contains without a read', async () => {
  source.reset()
  expect(pack.hasWord('mutal')).toBe(true)
  expect(pack.hasWord('mutax')).toBe(false)
  expect(await pack.terms(['w:mutax'])).toEqual([undefined])
  expect(source.reads).toBe(0)
})

test('hot and termsFrom take one round, and containing at most two', async () => {
  source.reset()
  expect((await pack.hot('w:ba'))?.places).toHaveLength(10)
  expect(source.rounds).toBe(1)
  source.reset()
  await pack.termsFrom('w:', 20)
  expect(source.rounds).toBe(1)
  source.reset()
  expect(await pack.containing(spot)).toHaveLength(1)
  expect(source.rounds).toBeLessThanOrEqual(2)
})

test('near takes at most three rounds, and similar at most two', async () => {
  source.reset()
  expect(await pack.near(spot, around)).toHaveLength(5)
  expect(source.rounds).toBeLessThanOrEqual(3)
  expect(source.bytes).toBeLessThan(150 * 1024)
  source.reset()
  await pack.similar('bakro', { edits: 1, limit: 5 })
  expect(source.rounds).toBeLessThanOrEqual(2)
})

test('reads only a part of a long list for its first docIds', async () => {
  // Streets are half of the places, at random; the list of all places compresses to almost nothing.
  const [term] = await pack.terms(['t:street'])
  source.reset()
  const [few] = await pack.postings([term!], { maxPlaces: 10 })
  expect(few).toMatchObject({ count: 10, complete: false })
  const cost = source.bytes
  expect(cost).toBeLessThan(600)
  await pack.postings([term!])
  expect(source.bytes).toBeGreaterThan(5 * cost)
})

test('shares concurrent equal reads', async () => {
  source.reset()
  const all = await Promise.all(Array.from({ length: 20 }, () => pack.places([100, 20_000])))
  for (const places of all) expect(places).toEqual(all[0])
  expect(source.reads).toBe(2)
})

test('reads neighbouring units at once', async () => {
  source.reset()
  await pack.places([6400, 6464, 6528, 6592])
  expect(source.reads).toBe(1)
})

test('aborting a request does not abort another one for the same unit', async () => {
  const controller = new AbortController()
  const given = pack.places([40_000], { signal: controller.signal })
  const other = pack.places([40_000])
  controller.abort(new Error('given up'))
  await expect(given).rejects.toThrow('given up')
  expect(await other).toHaveLength(1)
  await expect(pack.places([50_000], { signal: controller.signal })).rejects.toThrow('given up')
})

test('does not cache a failed read', async () => {
  let fails = false
  const flaky: RangeSource = {
    name: 'places.pack',
    size: bytes.length,
    async read({ start, end }) {
      if (fails) throw new Error('the network is down')
      return bytes.slice(start, end)
    },
  }
  const pack = await openPack(flaky)
  fails = true
  await expect(pack.places([7])).rejects.toMatchObject({ code: 'service_unavailable' })
  fails = false
  expect(await pack.places([7])).toHaveLength(1)
})

test('finds damage in range reads', async () => {
  const buffer = Buffer.from(bytes)
  const { sections } = decodeHeader(buffer)
  const ask: Partial<Record<SectionName, (pack: Pack) => Promise<unknown>>> = {
    dictionary: (pack) => pack.terms(['c:region']),
    postings: async (pack) => pack.postings((await pack.terms(['c:region'])) as Term[]),
    hot: (pack) => pack.hot('n:b'),
    documents: (pack) => pack.places([3]),
    tree: (pack) => pack.near(spot, { ...around, radiusMeters: 1e6, limit: 1e6 }),
    shapes: (pack) => pack.containing(spot),
  }
  for (const [section, question] of Object.entries(ask)) {
    const { offset } = sections[section as SectionName]
    const changed = Uint8Array.from(bytes)
    changed[offset + 5]! ^= 4
    const pack = await openPack(new CountedSource(changed))
    await expect(question(pack)).rejects.toMatchObject({ code: 'service_unavailable' })
  }
})

test('packs share a cache without mixing entries, and keep within its size', async () => {
  const cache = createPackCache(512 * 1024)
  const [big, other] = await Promise.all([
    openPack(new CountedSource(bytes), { cache }),
    openPack(createMemorySource(await writePackInMemory(madeTown(50))), { cache }),
  ])
  for (let docId = 0; docId < 50; docId++) {
    const [[a], [b]] = await Promise.all([big.places([docId]), other.places([docId])])
    expect(a!.docId).toBe(docId)
    expect(b!.docId).toBe(docId)
    if (docId > 0) expect(a!.id).not.toBe(b!.id)
  }
  for (let docId = 0; docId < 60_000; docId += 500) await big.places([docId])
  expect(cache.bytes).toBeLessThanOrEqual(512 * 1024)
  expect(cache.bytes).toBeGreaterThan(256 * 1024)
})

test('reads the same pack from a file, from memory and from the object store', async () => {
  const path = join(folder, 'data', 'region', 'places.pack')
  const storage = new LocalStorage(join(folder, 'data'))
  await storage.put('region/places.pack', bytes)
  const file = await openFileSource(path)
  const sources = [
    createMemorySource(bytes),
    file,
    await openStorageSource(storage, 'region/places.pack'),
  ]
  const answers = []
  for (const source of sources) {
    const pack = await openPack(source)
    const terms = await pack.terms(words)
    answers.push([terms, await pack.near(spot, around), await pack.containing(spot)])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  await file.close()
})

test('fails to read after the object is replaced', async () => {
  const storage = new LocalStorage(join(folder, 'moving'))
  await storage.put('places.pack', bytes)
  const pack = await openPack(openStorageSource(storage, 'places.pack'))
  await writeFile(join(folder, 'moving', 'places.pack'), 'something else')
  await expect(pack.places([59_000])).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('reports a region without an index of places', async () => {
  const storage = new LocalStorage(join(folder, 'empty'))
  await expect(openPack(openStorageSource(storage, 'places.pack'))).rejects.toMatchObject({
    code: 'service_unavailable',
    message: 'This region has no index of places.',
  })
})

test('reads houses on the next request when they could not be read ahead', async () => {
  let isFailing = false
  const failing: RangeSource = {
    name: 'places.pack',
    size: bytes.length,
    async read({ start, end }) {
      if (isFailing) throw new Error('socket hang up')
      return bytes.slice(start, end)
    },
  }
  const cold = await openPack(failing)
  const [street] = await pack.near(spot, { ...around, types: ['address'] })
  const ask = () => cold.places([street!.place.docId], { housesAhead: true })
  isFailing = true
  await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' })
  isFailing = false
  const [houses] = await cold.houses(await ask())
  expect(houses!.length).toBeGreaterThan(0)
})
