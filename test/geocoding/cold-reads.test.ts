import { beforeAll, expect, test } from 'vitest'
import {
  type IndexedPlace,
  openPack,
  packOf,
  type SourcePlace,
  termsOf,
} from '../../lib/gazetteer/index.ts'
import { search } from '../../lib/geocoding/index.ts'
import { quiet } from '../fixtures/places.ts'
import { seeded } from '../fixtures/random.ts'
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
      ...{ id: `osm:way/${i}`, type: 'street', name: `Rue ${word()}`, lat, lon },
      importance: 0.1 + 0.03 * chance(),
      parents: [town.id],
      houses: Array.from({ length: 1 + (i % 20) }, (_, n) => ({
        ...{ id: `osm:node/${100 * i + n}`, number: String(n + 1), lat: lat + n / 1e4, lon },
      })),
    })
  })
  return { towns, streets }
}

let bytes: Uint8Array
let addresses: { street: string; town: string }[]

beforeAll(async () => {
  const { towns, streets } = country()
  const byId = new Map(towns.map((town) => [town.id, town]))
  const areasOf = ({ parents }: SourcePlace) => parents.map((id) => byId.get(id)!)
  const indexed = [...towns, ...streets].map(
    (place): IndexedPlace => ({ place, terms: termsOf(place, areasOf(place)) }),
  )
  bytes = await packOf(indexed)
  expect(bytes.length, 'a small pack is read whole').toBeGreaterThan(4 * 1024 * 1024)
  addresses = Array.from({ length: queryCount }, () => {
    const street = pick(streets)
    return { street: street.name, town: areasOf(street)[0]!.name }
  })
}, 60_000)

/** Searches on a newly opened index. */
async function searchCold(text: string) {
  const source = new CountedSource(bytes)
  const gazetteer = await openPack(source)
  source.reset()
  const results = await search(gazetteer, { text, size: 10 }, quiet)
  return { results, rounds: source.rounds, bytes: source.bytes }
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
