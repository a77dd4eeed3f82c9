import { beforeAll, expect, test } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import {
  createMemorySource,
  createPackCache,
  decodeHeader,
  formatVersion,
  openPack,
  type RangeSource,
  sectionNames,
  verifyPack,
  writePackInMemory,
} from '#places/gazetteer'
import { ApiError } from '#platform/errors'
import { madeTown } from './made-town.ts'

let bytes: Uint8Array
let sections: ReturnType<typeof decodeHeader>['sections']

beforeAll(async () => {
  bytes = await writePackInMemory(madeTown(1500))
  sections = decodeHeader(bytes).sections
})

/** Queries that together read every section of the pack. */
const queries: ((pack: Gazetteer) => Promise<unknown>)[] = [
  (pack) => pack.terms(['w:bako', 't:street', 'k:cafe', 'c:region', 'n:region']),
  (pack) => pack.termsFrom('w:', 20),
  (pack) => pack.termsFrom('n:s', 20),
  (pack) => pack.hot('w:ba'),
  (pack) => pack.hot('n:se'),
  (pack) => pack.similar('bakor', { edits: 2, limit: 20 }),
  (pack) => pack.similar('xako', { edits: 1, limit: 20 }),
  async (pack) => {
    const terms = await pack.terms(['t:street', 'c:region', 'k:cafe'])
    const lists = await pack.postings(terms.filter((term) => term !== undefined))
    return lists.map((list) => {
      const docIds: number[] = []
      for (let c = list.cursor(); c.docId < 0xffff_ffff; c.next()) docIds.push(c.docId)
      return docIds
    })
  },
  async (pack) => {
    const places = await pack.places(Array.from({ length: 40 }, (_, i) => 37 * i))
    return [places, await pack.houses(places)]
  },
  (pack) =>
    pack.near(
      { lat: 45, lon: 5 },
      { radiusMeters: 5000, limit: 20, types: ['street', 'address', 'venue'] },
    ),
  (pack) =>
    pack.docIdsNear(
      { lat: 45, lon: 5 },
      { radiusMeters: 5000, maxPlaces: 20, types: ['street', 'venue'], prefix: 'ko' },
    ),
  (pack) => pack.containing({ lat: 45.1, lon: 5.1 }),
  (pack) => pack.withId('osm:relation/1'),
]

/** Returns a pack's answer to each query, or the error. */
async function answers(source: RangeSource): Promise<unknown[]> {
  const pack = await openPack(source, { cache: createPackCache(1024) })
  return await Promise.all(queries.map((ask) => ask(pack).catch((error: unknown) => error)))
}

/** Returns the pack with one bit changed. */
function flipped(at: number, bit: number): RangeSource {
  const changed = Uint8Array.from(bytes)
  changed[at]! ^= 1 << bit
  return createMemorySource(changed)
}

function expectUnavailable(error: unknown): void {
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'service_unavailable', status: 503 })
}

test('the file contains only the header and sections, none of them empty', () => {
  let end = 4096
  for (const name of sectionNames) {
    expect(sections[name].offset).toBe(end)
    expect(sections[name].length).toBeGreaterThan(0)
    end += sections[name].length
  }
  expect(end).toBe(bytes.length)
})

test('a flipped bit causes an error or changes nothing, and never causes another answer', async () => {
  const sound = await answers(createMemorySource(bytes))
  for (const answer of sound) expect(answer).not.toBeInstanceOf(Error)
  const seen = new Map<string, number>()
  const offsets = new Set([0, 8, 12, 16, 4095])
  for (const { offset, length } of Object.values(sections)) {
    const samples = Math.min(length, 60)
    for (let i = 0; i < samples; i++) offsets.add(offset + Math.floor((i * length) / samples))
    offsets.add(offset + length - 1)
  }
  for (const at of offsets) {
    const section = Object.entries(sections).findLast(([, { offset }]) => at >= offset)
    let given: unknown[]
    try {
      given = await answers(flipped(at, at % 8))
    } catch (error) {
      expectUnavailable(error)
      seen.set('opening', (seen.get('opening') ?? 0) + 1)
      continue
    }
    for (const [i, answer] of given.entries()) {
      if (answer instanceof Error) {
        expectUnavailable(answer)
        seen.set(section?.[0] ?? 'header', (seen.get(section?.[0] ?? 'header') ?? 0) + 1)
      } else expect(answer).toEqual(sound[i])
    }
  }
  // The header, root and spellings are checked at opening, every other section when it is read.
  const atOpening: readonly string[] = ['root', 'spellings']
  expect([...seen.keys()].sort()).toEqual(
    ['opening', ...sectionNames.filter((name) => !atOpening.includes(name))].sort(),
  )
})

test('opening refuses a truncated file', async () => {
  for (const share of [0, 0.001, 0.01, 0.1, 0.5, 0.99]) {
    const source = createMemorySource(bytes.subarray(0, Math.floor(share * bytes.length)))
    const error = await openPack(source).catch((error: unknown) => error)
    expectUnavailable(error)
    expect(String((error as Error).cause)).toContain('places.pack is damaged')
  }
  const longer = createMemorySource(Buffer.concat([bytes, Buffer.alloc(1)]))
  expectUnavailable(await openPack(longer).catch((error: unknown) => error))
})

test('the error names an unknown format version', async () => {
  const other = Uint8Array.from(bytes)
  other[8] = 99
  await expect(openPack(createMemorySource(other))).rejects.toThrow(
    `places.pack is of format version 99, this code reads ${formatVersion}`,
  )
})

test('the error names a file of another kind', async () => {
  const other = Buffer.alloc(8192, 'PMTiles')
  await expect(openPack(createMemorySource(other, 'map.pmtiles'))).rejects.toThrow(
    'map.pmtiles is not an index of places',
  )
})

test('short reads and failing reads throw service_unavailable', async () => {
  const large = (extra: Partial<RangeSource>): RangeSource => ({
    name: 'places.pack',
    size: bytes.length,
    read: async ({ start, end }) => bytes.slice(start, end),
    ...extra,
  })
  const short = large({ read: async ({ start, end }) => bytes.slice(start, end - 1) })
  expectUnavailable(await openPack(short).catch((error: unknown) => error))
  const failing = large({ read: () => Promise.reject(new Error('the network is down')) })
  expectUnavailable(await openPack(failing).catch((error: unknown) => error))
})

test('verifying a whole pack finds a flipped bit in every section', async () => {
  await verifyPack(createMemorySource(bytes))
  for (const name of sectionNames) {
    const { offset, length } = sections[name]
    const error = await verifyPack(flipped(offset + (length >> 1), 3)).catch(
      (error: unknown) => error,
    )
    expectUnavailable(error)
    expect(String((error as Error).cause)).toContain(name)
  }
})
