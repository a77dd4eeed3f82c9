import { beforeAll, describe, expect, test } from 'vitest'
import type { Bounds } from '#ground/geo'
import type { Gazetteer, Place } from '#places/gazetteer'
import { notablePlacesWithin } from '#places/search'
import { truth } from '../../../demo-island/index.ts'
import { allPlaces, placesOf } from '../../fixtures/places.ts'

let gazetteer: Gazetteer
let all: Place[]

beforeAll(async () => {
  gazetteer = (await placesOf('demo'))!
  all = await allPlaces(gazetteer)
})

async function within(box: Bounds): Promise<Place[]> {
  const found: Place[] = []
  for await (const place of notablePlacesWithin(gazetteer, box)) found.push(place)
  return found
}

const { bounds, towns } = truth

function around({ lat, lon }: { lat: number; lon: number }, half: number): Bounds {
  return { min_lat: lat - half, min_lon: lon - half, max_lat: lat + half, max_lon: lon + half }
}

describe('notable places of a box', () => {
  test.each([
    ['the whole island', bounds],
    ['a town', around(towns.lagrin, 0.02)],
    ['a few streets', around(towns.portSerrin, 0.003)],
    ['half the world', { min_lat: -90, min_lon: -180, max_lat: 90, max_lon: 0 }],
  ])('are all that a look at every place finds, the most important first: %s', async (_, box) => {
    const expected = all
      .filter(({ type }) => ['locality', 'neighbourhood', 'venue'].includes(type))
      .filter(({ name, importance }) => name !== '' && importance >= 0.16)
      .filter(
        ({ lat, lon }) =>
          lat >= box.min_lat && lat <= box.max_lat && lon >= box.min_lon && lon <= box.max_lon,
      )
    const found = await within(box)
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(found.length).toBeGreaterThan(0)
  })

  test('are none at sea', async () => {
    expect(await within(around({ lat: 0, lon: 0 }, 0.1))).toEqual([])
  })

  test('are read only as far as the caller reads', async () => {
    let read = 0
    const counting = {
      terms: gazetteer.terms.bind(gazetteer),
      postings: gazetteer.postings.bind(gazetteer),
      places: (docIds: readonly number[]) => {
        read += docIds.length
        return gazetteer.places(docIds)
      },
    } as Gazetteer
    for await (const place of notablePlacesWithin(counting, bounds)) {
      expect(place.name).not.toBe('')
      break
    }
    expect(read).toBeLessThan(100)
  })
})
