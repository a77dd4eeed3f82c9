import { beforeAll, expect, test } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import {
  buildTerms,
  type IndexedPlace,
  openPack,
  type SourcePlace,
  writePackInMemory,
} from '#places/gazetteer'
import { reverse, type SearchResult, search } from '#places/search'
import { quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { CountedSource, madePlace } from '../gazetteer/made-places.ts'

/** Reads of a cold query that depend on each other, and their bytes: the geocoder's budget. */
const maxRounds = 3
const maxBytes = 300_000

const townCount = 300
const streetCount = 30_000
const queryCount = 60
const syllables = 'ba ko ri sen mu tal vi ger lo na fe dor pu lin sa ter gau mi ro zen'.split(' ')
const chance = seeded(7)

function word(): string {
  const parts = Array.from({ length: 2 + Math.floor(3 * chance()) }, () => pick(syllables))
  const text = parts.join('')
  return text[0]!.toUpperCase() + text.slice(1)
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(chance() * list.length)]!
}

/** Streets with houses in towns, of which the first is the largest. */
function country(): { towns: SourcePlace[]; streets: SourcePlace[] } {
  const towns = Array.from({ length: townCount }, (_, i) =>
    madePlace({ id: `osm:relation/${i}`, type: 'locality', name: word(), importance: 0.6 }),
  )
  const streets = Array.from({ length: streetCount }, (_, i) => {
    const town = towns[Math.floor(townCount * chance() ** 3)]!
    const [lat, lon] = [45 + chance(), 5 + chance()]
    return madePlace({
      id: `osm:way/${i}`,
      type: 'street',
      name: `Rue ${word()}`,
      lat,
      lon,
      importance: 0.1 + 0.03 * chance(),
      parents: [town.id],
      houses: Array.from({ length: 1 + (i % 20) }, (_, n) => ({
        id: `osm:node/${100 * i + n}`,
        number: String(n + 1),
        lat: lat + n / 1e4,
        lon,
      })),
    })
  })
  return { towns, streets }
}

/** A street with a house 33 m from its middle, and more shops than that nearer. */
function square(i: number): SourcePlace[] {
  const at = { lat: 47 + i / 100, lon: 5 }
  const street = madePlace({
    id: `osm:way/square${i}`,
    type: 'street',
    name: `Place ${i}`,
    ...at,
    houses: [{ id: `osm:node/square${i}`, number: '1', lat: at.lat + 0.0003, lon: at.lon }],
  })
  const shops = Array.from({ length: 40 }, (_, n) => {
    const [lat, lon] = [at.lat + (n % 8) / 1e5, at.lon + n / 4e5]
    return madePlace({
      id: `osm:node/shop${i}/${n}`,
      type: 'venue',
      name: `Boutique ${n}`,
      lat,
      lon,
    })
  })
  return [street, ...shops]
}

let bytes: Uint8Array
let addresses: { street: string; town: string }[]

beforeAll(async () => {
  const { towns, streets } = country()
  const byId = new Map(towns.map((town) => [town.id, town]))
  const areasOf = ({ parents }: SourcePlace) => parents.map((id) => byId.get(id)!)
  const squares = Array.from({ length: queryCount }, (_, i) => square(i)).flat()
  const indexed = [...towns, ...streets, ...squares].map(
    (place): IndexedPlace => ({ place, terms: buildTerms(place, areasOf(place)) }),
  )
  bytes = await writePackInMemory(indexed)
  expect(bytes.length, 'a small pack is read whole').toBeGreaterThan(4 * 1024 * 1024)
  addresses = Array.from({ length: queryCount }, () => {
    const street = pick(streets)
    return { street: street.name, town: areasOf(street)[0]!.name }
  })
}, 60_000)

/** Asks a newly opened index. */
async function askCold(ask: (gazetteer: Gazetteer) => Promise<SearchResult[]>) {
  const source = new CountedSource(bytes)
  const gazetteer = await openPack(source)
  source.reset()
  const results = await ask(gazetteer)
  return { results, rounds: source.rounds, bytes: source.bytes }
}

function searchCold(text: string) {
  return askCold((gazetteer) => search(gazetteer, { text, size: 10 }, quiet))
}

test('an address with its town is found with three rounds of reads, its houses included', async () => {
  for (const { street, town } of addresses) {
    const { results, ...cost } = await searchCold(`${street} 1, ${town}`)
    expect(results[0]).toMatchObject({ place: { name: street }, house: { number: '1' } })
    expect(cost.rounds, street).toBeLessThanOrEqual(maxRounds)
    expect(cost.bytes, street).toBeLessThanOrEqual(maxBytes)
  }
})

test('a street with a letter missing is found with three rounds of reads', async () => {
  let found = 0
  for (const { street, town } of addresses) {
    const at = 'Rue '.length + Math.floor(chance() * (street.length - 'Rue '.length))
    const mistyped = street.slice(0, at) + street.slice(at + 1)
    const { results, ...cost } = await searchCold(`${mistyped}, ${town}`)
    if (results.some(({ place }) => place.name === street)) found++
    expect(cost.rounds, mistyped).toBeLessThanOrEqual(maxRounds)
    expect(cost.bytes, mistyped).toBeLessThanOrEqual(maxBytes)
  }
  // Some words become another word, or too short for a correction.
  expect(found).toBeGreaterThan(0.8 * queryCount)
})

test('the address of a point is found with three rounds of reads, however many shops are nearer', async () => {
  for (let i = 0; i < queryCount; i++) {
    const query = { lat: 47 + i / 100, lon: 5, size: 1, radiusMeters: 1000 }
    const { results, ...cost } = await askCold((gazetteer) => reverse(gazetteer, query, quiet))
    expect(results[0]!.house?.id, `square ${i}`).toBe(`osm:node/square${i}`)
    expect(cost.rounds, `square ${i}`).toBeLessThanOrEqual(maxRounds)
    expect(cost.bytes, `square ${i}`).toBeLessThanOrEqual(maxBytes)
  }
})
