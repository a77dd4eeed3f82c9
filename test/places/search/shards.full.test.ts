import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { MeasuredLine } from '#ground/geo'
import {
  type Gazetteer,
  type IndexedPlace,
  isAreaType,
  type Place,
  placeTypes,
} from '#places/gazetteer'
import {
  autocomplete,
  findPlaces,
  findPlacesAlong,
  notablePlacesWithin,
  placeById,
  reverse,
  search,
  searchBatch,
  searchStructured,
} from '#places/search'
import { indexPlaces } from '../../../region/places/index.ts'
import { allPlaces, extractOf, type PackedRegion, quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { bothOf } from '../gazetteer/in-shards.ts'
import { slips } from './sets/operators.ts'
import { queryCases } from './sets/query-cases.ts'

/** Queries of each region, 2,000 together. */
const queryCount = 400

/** Shards of each region. */
const regions: readonly (readonly [PackedRegion, number])[] = [
  ['demo', 2],
  ['demo', 7],
  ['andorra', 3],
  ['helsinki', 5],
  ['porto', 4],
]

type Ask = (gazetteer: Gazetteer) => Promise<unknown>

interface Asked {
  what: string
  ask: Ask
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** A question of each operation in turn, about a place that is drawn. */
const makers: readonly ((place: Place, chance: () => number) => Asked)[] = [
  ({ name, lat, lon }, chance) => {
    const scope = chance() < 0.5 ? { focus: { lat, lon: lon + 0.01 } } : {}
    return {
      what: `search ${name}`,
      ask: (g) => search(g, { text: name, size: 10, ...scope }, quiet),
    }
  },
  ({ name, parents }, chance) => {
    const text = `${name} ${Math.ceil(40 * chance())}, ${parents[0]?.name ?? ''}`
    return { what: `search ${text}`, ask: (g) => search(g, { text, size: 10 }, quiet) }
  },
  ({ name }, chance) => {
    const text = slips['a letter dropped']!(name, chance) ?? name
    return { what: `search ${text}`, ask: (g) => search(g, { text, size: 30 }, quiet) }
  },
  ({ name, lat, lon }, chance) => {
    const text = name.slice(0, 1 + Math.floor(8 * chance()))
    const scope = chance() < 0.5 ? { focus: { lat, lon } } : {}
    return {
      what: `autocomplete ${text}`,
      ask: (g) => autocomplete(g, { text, size: 10, ...scope }, quiet),
    }
  },
  ({ name, parents, countryCode, type }, chance) => {
    const [locality] = parents.filter((parent) => parent.type === 'locality')
    const scope = { size: 5, ...(chance() < 0.3 && { types: [type] }) }
    const fields = {
      address: `${name} ${Math.ceil(20 * chance())}`,
      ...(locality && { locality: locality.name }),
      ...(countryCode && { country: countryCode }),
    }
    return {
      what: `structured ${JSON.stringify(fields)}`,
      ask: (g) => searchStructured(g, fields, scope, quiet),
    }
  },
  ({ lat, lon }, chance) => {
    const at = { lat: lat + 0.002 * (chance() - 0.5), lon: lon + 0.002 * (chance() - 0.5) }
    const types = chance() < 0.3 ? { types: placeTypes.filter(isAreaType) } : {}
    const query = { ...at, size: 5, radiusMeters: 1000, ...types }
    return { what: `reverse ${JSON.stringify(query)}`, ask: (g) => reverse(g, query, quiet) }
  },
  ({ lat, lon, categories, name }, chance) => {
    const query = categories[0] ?? name
    const near = { near: { lat, lon: lon + 0.01 * chance() }, radiusMeters: 3000, size: 20 }
    return { what: `places ${query}`, ask: (g) => findPlaces(g, { query, ...near }, quiet) }
  },
  ({ id }) => ({ what: `place ${id}`, ask: (g) => placeById(g, { id, size: 10 }, quiet) }),
  ({ name, lat, lon }, chance) => {
    const items = [{ text: name }, { text: `${name} ${Math.ceil(9 * chance())}` }, { text: '' }]
    const ways = (g: Gazetteer) => ({
      byText: (query: Parameters<typeof search>[1]) =>
        search(g, { ...query, focus: { lat, lon } }, quiet),
      byFields: (...asked: [object, { size: number }]) => searchStructured(g, ...asked, quiet),
    })
    const request = { items, lang: ['en'] }
    return { what: `batch ${name}`, ask: (g) => searchBatch(ways(g), request, quiet) }
  },
  ({ lat, lon }, chance) => {
    const box = {
      min_lat: lat - 0.02,
      max_lat: lat + 0.02 * chance(),
      min_lon: lon,
      max_lon: lon + 0.03,
    }
    const ask = async (g: Gazetteer) => (await listOf(notablePlacesWithin(g, box))).slice(0, 60)
    return { what: `isochrone places ${JSON.stringify(box)}`, ask }
  },
  ({ lat, lon, categories, name }, chance) => {
    const end = { lat: lat + 0.1 * (chance() - 0.5), lon: lon + 0.1 * (chance() - 0.5) }
    const line = [lat, lon, end.lat, end.lon].map((degrees) => degrees * 1e6)
    const lines = [new MeasuredLine(Int32Array.from(line))]
    const query = { query: categories[0] ?? name, lines, halfWidthMeters: 2000, size: 20 }
    return { what: `along ${query.query}`, ask: (g) => findPlacesAlong(g, query, quiet) }
  },
]

test.for(regions)(
  '%s in %i shards or more answers every operation as the one file does',
  { timeout: 180_000 },
  async ([region, count], { skip }) => {
    const osm = await extractOf(region)
    if (!osm) return skip('the extract is not on this machine')
    const folder = mkdtempSync(join(tmpdir(), 'cairn-shards-'))
    const indexed: IndexedPlace[] = []
    for await (const batch of indexPlaces([osm], { folder })) indexed.push(...batch)
    const { whole, sharded, files } = await bothOf(indexed, { count })
    expect(files.size).toBeGreaterThan(count)
    const places = await allPlaces(whole)
    const named = places.filter(({ name }) => name !== '')
    const chance = seeded(11)
    const asked = Array.from({ length: queryCount }, (_, i) =>
      makers[i % makers.length]!(named[Math.floor(named.length * chance() ** 2)]!, chance),
    )
    for (const { text, partial, scope } of region === 'demo' ? [] : queryCases('blind', region)) {
      const query = { size: 5, ...scope, text }
      asked.push({ what: text, ask: (g) => (partial ? autocomplete : search)(g, query, quiet) })
    }
    let answered = 0
    for (const { what, ask } of asked) {
      const [one, many] = [await ask(whole), await ask(sharded)]
      if (!isDeepStrictEqual(many, one)) expect(many, what).toEqual(one)
      if (Array.isArray(one) && one.length > 0) answered++
    }
    expect(answered).toBeGreaterThan(0.5 * asked.length)
  },
)
