import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourcePlace } from '#places/gazetteer'
import { runs } from '../../setup/suite.ts'
import { anyPlaces, madePlace, packOfPlaces } from './made-places.ts'

const indexed = (places: readonly SourcePlace[]) => places.map((place) => ({ place, terms: [] }))
const house = (id: string, number: string) => ({ id, number, lat: 0, lon: 0 })

describe('withId', () => {
  test('finds every place and every house, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlaces, async (places) => {
        const pack = await packOfPlaces(indexed(places))
        const ids = new Set(
          places.flatMap(({ id, houses = [] }) => [id, ...houses.map((house) => house.id)]),
        )
        for (const id of ids) {
          const found = await pack.withId(id)
          const expected = [
            ...places.filter((place) => place.id === id).map(() => undefined),
            ...places.flatMap(({ houses = [] }) => houses.filter((house) => house.id === id)),
          ]
          expect(found).toHaveLength(expected.length)
          for (const { place, house } of found) expect((house ?? place).id).toBe(id)
          expect(found.map(({ house }) => house?.number ?? '').sort()).toEqual(
            expected.map((house) => house?.number ?? '').sort(),
          )
        }
      }),
      { numRuns: runs(30) },
    )
  })

  test('finds nothing for an id that no place has', async () => {
    const pack = await packOfPlaces(indexed([madePlace({ id: 'osm:node/7' })]))
    for (const id of ['osm:node/6', 'osm:way/7', 'osm:node/07', 'osm:node/7 ', '', 'x', '🜚']) {
      expect(await pack.withId(id)).toEqual([])
    }
    const empty = await packOfPlaces([])
    expect(await empty.withId('osm:node/7')).toEqual([])
  })

  test('finds an object as a venue and as a house if it is both, and all houses of an interpolation way', async () => {
    const street = madePlace({
      id: 'osm:way/1',
      type: 'street',
      houses: [house('osm:node/5', '1'), house('osm:way/9', '3'), house('osm:way/9', '5')],
    })
    const pack = await packOfPlaces(indexed([street, madePlace({ id: 'osm:node/5' })]))
    expect(await pack.withId('osm:node/5')).toMatchObject([
      { place: { id: 'osm:node/5' } },
      { place: { id: 'osm:way/1' }, house: { number: '1' } },
    ])
    const interpolated = await pack.withId('osm:way/9')
    expect(interpolated.map(({ house }) => house!.number)).toEqual(['3', '5'])
  })

  test('finds each of thousands of ids, and all places that share one', async () => {
    const places = Array.from({ length: 3000 }, (_, i) =>
      madePlace({
        id: i % 3 === 0 ? `postcode:XCA:${i}` : `osm:way/${1e9 + 7 * i}`,
        type: 'street',
        houses: [house(`osm:node/${i}`, '1'), house('osm:way/3', '2')],
      }),
    )
    const pack = await packOfPlaces(indexed(places))
    for (const { id, houses } of places) {
      expect(await pack.withId(id)).toMatchObject([{ place: { id } }])
      expect(await pack.withId(houses![0]!.id)).toMatchObject([{ place: { id }, house: {} }])
    }
    expect(await pack.withId('osm:way/3')).toHaveLength(3000)
  })
})
