import fc from 'fast-check'
import {
  createMemorySource,
  type IndexedPlace,
  openPack,
  type Pack,
  placeTypes,
  type RangeSource,
  type SourcePlace,
  type WritePackOptions,
  writePackInMemory,
} from '#places/gazetteer'
import { cleanName } from '#platform/safe-text'

/** Returns a place with the required properties and these facts. */
export function madePlace(facts: Partial<SourcePlace> & { id: string }): SourcePlace {
  return {
    type: 'venue',
    name: facts.id,
    names: {},
    aliases: [],
    lat: 0,
    lon: 0,
    importance: 0.5,
    categories: [],
    countryCode: '',
    parents: [],
    ...facts,
  }
}

/** Returns a place whose docId is `docId` among `count` places made by this function. */
export function placeOfDocId(docId: number, count: number): SourcePlace {
  const name = String(docId).padStart(6, '0')
  return madePlace({ id: `osm:node/${docId}`, name, importance: 1 - docId / count })
}

/** Counts reads and rounds: reads requested before the first one is answered count as one round. */
export class CountedSource implements RangeSource {
  readonly name = 'places.pack'
  readonly size: number
  readonly #bytes: Uint8Array
  #roundOpen = false
  rounds = 0
  reads = 0
  bytes = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.size = bytes.length
  }

  async read({ start, end }: { start: number; end: number }): Promise<Uint8Array> {
    if (!this.#roundOpen) this.rounds++
    this.#roundOpen = true
    this.reads++
    this.bytes += end - start
    await new Promise((resolve) => setTimeout(resolve, 2))
    this.#roundOpen = false
    return this.#bytes.slice(start, end)
  }

  reset(): void {
    this.rounds = 0
    this.reads = 0
    this.bytes = 0
  }
}

export async function packOfPlaces(
  places: readonly IndexedPlace[],
  options: Partial<WritePackOptions> = {},
): Promise<Pack> {
  return await openPack(createMemorySource(await writePackInMemory(places, options)))
}

const lat = fc.integer({ min: -90e7, max: 90e7 }).map((value) => value / 1e7)
const lon = fc.integer({ min: -180e7, max: 180e7 }).map((value) => value / 1e7)
const courseLat = fc.integer({ min: -90e6, max: 90e6 }).map((value) => value / 1e6)
const courseLon = fc.integer({ min: -180e6, max: 180e6 }).map((value) => value / 1e6)

/** Names as a region build writes them: on one line, without control characters. */
const text = fc
  .oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'Plaça de l’Església',
      'Hämeentie',
      'улица Ленина',
      '東京タワー',
      '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🏔️',
      'دبي',
    ),
  )
  .map(cleanName)

const language = fc.constantFrom('en', 'fr', 'ca', 'ja', 'zh-hant', 'be-tarask', 'sr-latn')

const number = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map(String),
  fc.constantFrom('14a', '1;3', '17-19', '0', '007', '12/4', 'bis', '16 1/2', '', '٤'),
)

/** Options for plain objects; `requiredKeys` makes the other fields optional. */
const plain = { noNullPrototype: true }

const house = fc.record(
  {
    id: fc.oneof(
      fc.nat().map((id) => `osm:way/${id}`),
      fc.constantFrom('osm:node/007', 'x/é'),
    ),
    number,
    lat,
    lon,
    postcode: fc.constantFrom('AD500', '00100', 'NW1 6XE'),
    name: text,
    interpolated: fc.constant(true as const),
    townIndex: fc.nat({ max: 3 }),
  },
  { ...plain, requiredKeys: ['id', 'number', 'lat', 'lon'] },
)

const facts = fc.record(
  {
    type: fc.constantFrom(...placeTypes),
    name: text,
    names: fc.dictionary(language, text, { noNullPrototype: true }),
    aliases: fc.array(text, { maxLength: 3 }),
    lat,
    lon,
    box: fc.record({ min_lat: lat, min_lon: lon, max_lat: lat, max_lon: lon }, plain),
    importance: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000),
    categories: fc.uniqueArray(fc.constantFrom('cafe', 'peak', 'hotel', 'museum'), {
      maxLength: 3,
    }),
    countryCode: fc.constantFrom('', 'AND', 'FIN'),
    postcode: text,
    houseNumber: number,
    street: text,
    population: fc.nat({ max: 40_000_000 }),
    lines: fc.array(
      fc.array(fc.record({ lat: courseLat, lon: courseLon }, plain), {
        minLength: 1,
        maxLength: 20,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    intersection: fc.constant(true as const),
    houses: fc.array(house, { minLength: 1, maxLength: 12 }),
  },
  {
    ...plain,
    requiredKeys: [
      'type',
      'name',
      'names',
      'aliases',
      'lat',
      'lon',
      'importance',
      'categories',
      'countryCode',
    ],
  },
)

const areas = new Set(['country', 'region', 'county', 'locality', 'neighbourhood'])

/** Places with all properties; some of them lie inside others. */
export const anyPlaces = fc.array(facts, { minLength: 1, maxLength: 90 }).map((list) => {
  const ids = list.map((_, i) => (i % 3 === 0 ? `postcode:${i}` : `osm:node/${i}`))
  return list.map((facts, i): SourcePlace => {
    const parents = ids.filter((_, n) => n !== i && n % 4 === i % 4 && areas.has(list[n]!.type))
    const otherAreas = parents.slice(3, 6)
    const houses = facts.houses?.map(({ townIndex = 0, ...house }) =>
      townIndex < otherAreas.length ? { ...house, townIndex } : house,
    )
    return {
      ...facts,
      ...(houses && { houses }),
      id: ids[i]!,
      parents: parents.slice(0, 3),
      ...(otherAreas.length > 0 && { otherAreas }),
    }
  })
})
