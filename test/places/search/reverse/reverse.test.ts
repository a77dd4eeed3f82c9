import { describe, expect, test } from 'vitest'
import type { Gazetteer, Nearby, Place, PlaceType } from '#places/gazetteer'
import { type ReverseQuery, reverse } from '#places/search'
import { house, place } from '../places-made-up.ts'

const at = { lat: 46, lon: -28 }

/** A gazetteer with these things at these distances, inside these areas. */
function gazetteer(things: Nearby[], areas: Place[] = []) {
  const asked: { types: readonly PlaceType[]; radiusMeters: number }[] = []
  const near: Gazetteer['near'] = async (_, options) => {
    const { radiusMeters, limit, types, housesWithinMeters = 0 } = options
    asked.push({ types, radiusMeters })
    return things
      .filter(({ distanceMeters }) => distanceMeters <= radiusMeters)
      .filter((thing) => types.includes(thing.house ? 'address' : thing.place.type))
      .sort((a, b) => a.distanceMeters - b.distanceMeters)
      .filter(
        (thing, i) => i < limit || (thing.house && thing.distanceMeters <= housesWithinMeters),
      )
  }
  const known = [...areas, ...things.map(({ place }) => place), village]
  const places: Gazetteer['places'] = async (docIds) =>
    docIds.map((docId) => known.find((place) => place.docId === docId)!)
  const containing = async () => areas
  return { asked, gazetteer: { near, places, containing } as unknown as Gazetteer }
}

const street = place({ docId: 7, type: 'street', name: 'Via Pegna' })
const number = (text: string, distanceMeters: number): Nearby => ({
  place: street,
  house: house(text),
  at,
  distanceMeters,
})
const thing = (facts: Partial<Place>, distanceMeters: number): Nearby => ({
  place: place({ id: `osm:node/${facts.docId}`, ...facts }),
  at,
  distanceMeters,
})

const village = place({ docId: 3, type: 'locality', name: 'Pradetta' })
const region = place({ docId: 2, type: 'region', name: 'Carvenna Sid' })
const country = place({ docId: 1, type: 'country', name: 'Isla Carvenna' })

async function ask(
  things: Nearby[],
  query: Partial<ReverseQuery> = {},
  areas: Place[] = [village, region, country],
) {
  const asked = { ...at, size: 5, radiusMeters: 1000, ...query }
  const found = await reverse(gazetteer(things, areas).gazetteer, asked, { warn: () => {} })
  return found.map(({ place, house, ...one }) => ({ ...one, what: house?.number ?? place.name }))
}

const whats = (found: { what: string }[]) => found.map(({ what }) => what)

describe('reverse', () => {
  test('gives addresses, streets and venues, the nearest first, and no areas', async () => {
    const lane = thing({ docId: 8, type: 'street', name: 'Senda' }, 60)
    const found = await ask([number('5', 20), thing({ docId: 9, name: 'Museum' }, 8), lane])
    expect(whats(found)).toEqual(['Museum', '5', 'Senda'])
    expect(found.map(({ distanceMeters }) => distanceMeters)).toEqual([8, 20, 60])
  })

  test('puts the nearest house of the nearest street before it, up to 50 m away', async () => {
    const road = { place: street, at, distanceMeters: 2 }
    const lane = thing({ docId: 8, type: 'street', name: 'Senda' }, 15)
    const names = ['5', 'Via Pegna', 'Senda', '7']
    expect(whats(await ask([number('5', 20), number('7', 30), road, lane]))).toEqual(names)
    expect(whats(await ask([number('5', 51), road]))).toEqual(['Via Pegna', '5'])
    expect(whats(await ask([number('5', 20), road], { types: ['street'] }))).toEqual(['Via Pegna'])
  })

  test('puts a house within 10 m before a nearer street that is not its own', async () => {
    const lane = thing({ docId: 8, type: 'street', name: 'Senda' }, 2)
    expect(whats(await ask([number('5', 9), lane]))).toEqual(['5', 'Senda'])
    expect(whats(await ask([number('5', 11), lane]))).toEqual(['Senda', '5'])
  })

  test('finds the house of the nearest street behind many nearer venues, at any size', async () => {
    const road = { place: street, at, distanceMeters: 2 }
    const shops = Array.from({ length: 60 }, (_, i) => thing({ docId: 100 + i }, 3 + i / 10))
    for (const size of [1, 5, 40]) {
      const [first] = await ask([road, ...shops, number('5', 20)], { size })
      expect(first).toMatchObject({ what: '5', distanceMeters: 20 })
    }
  })

  test('is no surer of a result than of the one before', async () => {
    const road = { place: street, at, distanceMeters: 0 }
    const found = await ask([number('5', 20), road])
    expect(found.map(({ confidence }) => confidence)).toEqual([0.8, 0.8])
  })

  test('ranks an address before a venue at the same distance', async () => {
    const venue = thing({ docId: 9, name: 'Museum' }, 4)
    expect(whats(await ask([venue, number('5', 4)]))).toEqual(['5', 'Museum'])
  })

  test('gives each house and each place once', async () => {
    const museum = thing({ docId: 9, name: 'Museum' }, 4)
    expect(whats(await ask([museum, museum, number('5', 9), number('5', 9)]))).toEqual([
      'Museum',
      '5',
    ])
  })

  test('gives at most the size', async () => {
    const houses = Array.from({ length: 30 }, (_, i) => number(String(i), i))
    expect(whats(await ask(houses, { size: 2 }))).toEqual(['0', '1'])
  })

  test.each([
    [0.5, 1],
    [1, 0.9],
    [9.9, 0.9],
    [10, 0.8],
    [100, 0.7],
    [250, 0.6],
    [1000, 0.5],
  ])('is as sure at %d m as %d', async (distance, confidence) => {
    const [found] = await ask([number('5', distance)], { radiusMeters: 2000 })
    expect(found).toMatchObject({ confidence, matchType: 'exact' })
  })

  test('marks an interpolated house', async () => {
    const computed = { ...number('5', 3), house: house('5', { interpolated: true }) }
    expect(await ask([computed])).toMatchObject([{ matchType: 'interpolated' }])
  })
})

describe('reverse where nothing is within the radius', () => {
  test('falls back to the areas around the point, the narrowest first, by the ladder', async () => {
    const found = await ask([number('5', 1500)])
    expect(found).toMatchObject([
      { what: 'Pradetta', confidence: 0.6, matchType: 'fallback' },
      { what: 'Carvenna Sid', confidence: 0.3, matchType: 'fallback' },
      { what: 'Isla Carvenna', confidence: 0.1, matchType: 'fallback' },
    ])
    expect(found[0]).not.toHaveProperty('distanceMeters')
  })

  test('gives nothing at sea', async () => {
    expect(await ask([], {}, [])).toEqual([])
  })

  test('does not fall back when types were asked for', async () => {
    expect(await ask([], { types: ['address', 'venue'] })).toEqual([])
  })
})

describe('reverse with types', () => {
  test('gives places by distance, then areas that contain the point, with confidence 1', async () => {
    const types = ['country', 'address', 'locality'] as const
    const found = await ask([number('5', 20), thing({ docId: 9 }, 1)], { types })
    expect(whats(found)).toEqual(['5', 'Pradetta', 'Isla Carvenna'])
    expect(found[1]).toMatchObject({ confidence: 1, matchType: 'exact' })
  })

  test('gives the village that the street is in before the municipality around it', async () => {
    const municipality = place({ docId: 4, type: 'locality', name: 'Lagrin' })
    const parents = [
      { docId: village.docId, type: 'locality' as const, name: 'Pradetta', names: {} },
    ]
    const lane = thing({ docId: 8, type: 'street', name: 'Senda', parents }, 60)
    const found = await ask([lane], { types: ['locality'] }, [municipality, region])
    expect(whats(found)).toEqual(['Pradetta', 'Lagrin'])
  })

  test('gives the nearest centre if no area of a type contains the point', async () => {
    const near = thing({ docId: 5, type: 'locality', name: 'Chasura' }, 300)
    const far = thing({ docId: 6, type: 'locality', name: 'Rovens' }, 600)
    const found = await ask([far, near], { types: ['locality'] }, [region])
    expect(found).toMatchObject([{ what: 'Chasura', confidence: 0.6, distanceMeters: 300 }])
  })

  test('reads only what the types need', async () => {
    const made = gazetteer([], [village])
    const query = { ...at, size: 1, radiusMeters: 50, types: ['venue'] as const }
    await reverse(made.gazetteer, query, { warn: () => {} })
    expect(made.asked).toEqual([{ types: ['venue'], radiusMeters: 50 }])
  })
})
