import { basename } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildTerms,
  createMemorySource,
  cutIntoShards,
  endOfPostings,
  type Gazetteer,
  type IndexedPlace,
  openPack,
  type Postings,
  placeTypes,
  type RangeSource,
  verifyPack,
  writeFilesInMemory,
  writePackInMemory,
} from '#places/gazetteer'
import { runs } from '../../setup/suite.ts'
import { bothOf, openFiles } from './in-shards.ts'
import { anyPlaces, madePlace } from './made-places.ts'
import { madeTown } from './made-town.ts'

const indexedPlaces = anyPlaces.map((places) => {
  const byId = new Map(places.map((place) => [place.id, place]))
  return places.map((place): IndexedPlace => {
    const areas = [...place.parents, ...(place.otherAreas ?? [])].map((id) => byId.get(id)!)
    return { place, terms: buildTerms(place, areas) }
  })
})

function docIdsOf(postings: Postings): number[] {
  const docIds: number[] = []
  const cursor = postings.cursor()
  for (let { docId } = cursor; docId !== endOfPostings; docId = cursor.next()) docIds.push(docId)
  return docIds
}

/** Returns a gazetteer's answers to every question about these places. */
async function answersOf(gazetteer: Gazetteer, indexed: readonly IndexedPlace[]) {
  const keys = [...new Set(indexed.flatMap(({ terms }) => terms)), 'w:unknown']
  const words = keys.filter((key) => key.startsWith('w:')).map((key) => key.slice(2))
  const terms = (await gazetteer.terms(keys)).filter((term) => term !== undefined)
  const lists = await gazetteer.postings(terms)
  const docIds = Array.from({ length: gazetteer.count }, (_, docId) => docId)
  const places = await gazetteer.places(docIds, { housesAhead: true })
  const points = indexed.slice(0, 6).map(({ place }) => place)
  const near = { radiusMeters: 5e6, limit: 20, types: placeTypes, housesWithinMeters: 1000 }
  return {
    count: gazetteer.count,
    bounds: gazetteer.bounds,
    places,
    terms: terms.map(({ key, count, minDocId }) => ({ key, count, minDocId })),
    lists: lists.map(docIdsOf),
    below: terms.map((term) => gazetteer.countBelow(term, gazetteer.count / 2)),
    houses: await gazetteer.houses(places),
    copied: await gazetteer.houses(places.map((place) => ({ ...place }))),
    ids: await Promise.all(places.slice(0, 20).map(({ id }) => gazetteer.withId(id))),
    near: await Promise.all(points.map((at) => gazetteer.near(at, near))),
    containing: await Promise.all(points.map((at) => gazetteer.containing(at))),
    begun: await Promise.all(
      words.slice(0, 10).map(async (word) => ({
        known: gazetteer.hasWord(word),
        words: gazetteer.wordsWithPrefix(word.slice(0, 1), 5),
        hot: await gazetteer.hot(`w:${[...word][0]}`),
        from: (await gazetteer.termsFrom(`n:${[...word][0]}`, 10)).terms.map(({ key }) => key),
        similar: (await gazetteer.similar(`${word}x`, { edits: 1, limit: 5 })).map(
          ({ term, edits }) => ({ key: term.key, count: term.count, edits }),
        ),
      })),
    ),
  }
}

test('an index in shards answers all questions as the whole index does, with the same docIds', async () => {
  await fc.assert(
    fc.asyncProperty(indexedPlaces, fc.integer({ min: 2, max: 7 }), async (indexed, count) => {
      const { whole, sharded, files } = await bothOf(indexed, { count })
      if (indexed.length > 1) expect(files.size).toBeGreaterThan(2)
      expect(await answersOf(sharded, indexed)).toEqual(await answersOf(whole, indexed))
    }),
    { numRuns: runs(16) },
  )
})

test('an index stays one file, with the same bytes as without shards, while its places fit into one', async () => {
  const places = madeTown(200)
  const count = places.length
  const files = await writeFilesInMemory(places, { maxPlaces: count })
  expect([...files.keys()]).toEqual(['places.pack'])
  expect(files.get('places.pack')).toEqual(Buffer.from(await writePackInMemory(places)))
  const more = await writeFilesInMemory(places, { maxPlaces: count - 1 })
  expect([...more.keys()]).toEqual(['places.pack', 'places-1.pack', 'places-2.pack'])
})

test('writes equal files for equal places in any order', async () => {
  const places = madeTown(150)
  const options = { maxPlaces: 60 }
  const [files, others] = await Promise.all([
    writeFilesInMemory(places, options),
    writeFilesInMemory(places.toReversed(), options),
  ])
  expect(others).toEqual(files)
})

test('shards except the last are at least half full, and are cut where the widest area changes', () => {
  const group = fc.record({ size: fc.integer({ min: 1, max: 10 }), shared: fc.nat({ max: 3 }) })
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 40 }), (groups) => {
      const shards = cutIntoShards(groups, 10)
      expect([...shards]).toEqual([...shards].sort((a, b) => a - b))
      const sizes: number[] = []
      for (const [i, { size }] of groups.entries())
        sizes[shards[i]!] = (sizes[shards[i]!] ?? 0) + size
      expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
      // A shard may end early before a group that no longer fits.
      const full = Math.min(5, 11 - Math.max(...groups.map(({ size }) => size)))
      for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(full)
    }),
  )
  const sizes = [3, 3, 3, 3].map((size, i) => ({ size, shared: [0, 2, 1, 2][i]! }))
  expect([...cutIntoShards(sizes, 9)]).toEqual([0, 0, 1, 1])
})

describe('a shard that cannot be read', () => {
  const towns = ['a', 'b', 'c'].map((name, i) =>
    madePlace({ id: name, name: `Town ${name}`, type: 'locality', importance: 0.9, lat: 10 * i }),
  )
  const streets = towns.flatMap((town) =>
    Array.from({ length: 40 }, (_, i) =>
      madePlace({
        id: `${town.id}/${i}`,
        type: 'street',
        name: `Street ${town.name} ${i}`,
        lat: town.lat + i / 1000,
        lon: i / 1000,
        importance: 0.2,
        parents: [town.id],
      }),
    ),
  )
  const indexed = [...towns, ...streets].map((place): IndexedPlace => {
    return {
      place,
      terms: buildTerms(
        place,
        towns.filter(({ id }) => place.parents.includes(id)),
      ),
    }
  })
  /** The last shard, which contains the streets of the least important town. */
  const lost = 'places-3.pack'
  let files: Map<string, Uint8Array>
  const streetOf = (town: string, gazetteer: Gazetteer) => gazetteer.withId(`${town}/7`)
  const unavailable = { name: 'ApiError', status: 503 }

  beforeAll(async () => {
    files = await writeFilesInMemory(indexed, { maxPlaces: 43 })
    expect([...files.keys()].map((file) => basename(file))).toEqual([
      'places.pack',
      'places-1.pack',
      'places-2.pack',
      lost,
    ])
  })

  test('fails only the questions that need its places, and answers them once it can be read', async () => {
    let isLost = true
    const gazetteer = await openFiles(files, (name, bytes): RangeSource => {
      const source = createMemorySource(bytes, name)
      if (name !== lost) return source
      const read: RangeSource['read'] = async (range) => {
        if (isLost) throw new Error('the store is down')
        return await source.read(range)
      }
      return { name, size: bytes.length, read }
    })
    await expect(streetOf('c', gazetteer)).rejects.toMatchObject(unavailable)
    const near = { radiusMeters: 500, limit: 3, types: ['street'] as const }
    await expect(gazetteer.near({ lat: 20, lon: 0 }, near)).rejects.toMatchObject(unavailable)
    expect(await streetOf('a', gazetteer)).toHaveLength(1)
    expect(await gazetteer.near({ lat: 10, lon: 0 }, near)).toHaveLength(3)
    expect((await gazetteer.terms(['w:street']))[0]!.count).toBe(120)
    isLost = false
    expect((await streetOf('c', gazetteer))[0]!.place.name).toBe('Street Town c 7')
    expect(await gazetteer.near({ lat: 20, lon: 0 }, near)).toHaveLength(3)
  })

  test('is opened again by the next call when it could not be opened', async () => {
    let isDown = true
    const gazetteer = await openPack(createMemorySource(files.get('places.pack')!), {
      openShard: (name) => {
        if (isDown) throw new Error('the store is down')
        return createMemorySource(files.get(name)!, name)
      },
    })
    await expect(streetOf('c', gazetteer)).rejects.toMatchObject(unavailable)
    isDown = false
    expect(await streetOf('c', gazetteer)).toHaveLength(1)
  })

  test('is refused when it is from another build, has another size or is damaged', async () => {
    const others = await writeFilesInMemory(
      indexed.map(({ place, terms }) => ({ place: { ...place, name: `${place.name}!` }, terms })),
      { maxPlaces: 43 },
    )
    const flipped = Uint8Array.from(files.get(lost)!)
    flipped[4096 + 5]! ^= 1
    for (const bytes of [others.get(lost)!, files.get('places-2.pack')!, flipped]) {
      const gazetteer = await openFiles(new Map(files).set(lost, bytes))
      await expect(streetOf('c', gazetteer)).rejects.toMatchObject(unavailable)
      expect(await streetOf('a', gazetteer)).toHaveLength(1)
    }
    await expect(verifyPack(createMemorySource(flipped, lost))).rejects.toMatchObject(unavailable)
  })

  test('can be verified but not opened by itself, and the router is not opened without its shards', async () => {
    for (const [name, bytes] of files) await verifyPack(createMemorySource(bytes, name))
    const shard = createMemorySource(files.get(lost)!, lost)
    await expect(openPack(shard)).rejects.toThrow(
      'places-3.pack is one of several files of an index: open the first',
    )
    await expect(openPack(createMemorySource(files.get('places.pack')!))).rejects.toThrow(
      'places.pack needs the shards beside it',
    )
  })
})
