import { beforeAll, describe, expect, test } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import { renderPlaces, reverse } from '#places/search'
import { truth } from '../../../../demo-island/index.ts'
import { placesOf, quiet } from '../../../fixtures/places.ts'

let gazetteer: Gazetteer

beforeAll(async () => {
  gazetteer = (await placesOf('demo'))!
})

async function at(lat: number, lon: number, more: object = {}) {
  const query = { lat, lon, size: 1, radiusMeters: 1000, ...more }
  return renderPlaces(await reverse(gazetteer, query, quiet), { languages: ['en'] })
}

describe('reverse on the demo island', () => {
  test.each(truth.addresses)('gives the house at its point: $street $number', async (house) => {
    expect(await at(house.lat, house.lon)).toMatchObject([
      {
        place_type: 'address',
        street: house.street,
        house_number: house.number,
        postcode: house.postcode,
        confidence: 1,
      },
    ])
  })

  test.each(truth.landmarks)(
    'gives the landmark at its point: $name',
    async ({ lat, lon, english }) => {
      const results = await at(lat, lon, { types: ['venue'] })
      expect(results).toMatchObject([{ name: english, place_type: 'venue', distance_meters: 0 }])
    },
  )

  test('gives the country far from everything, and nothing on the open sea', async () => {
    const { peak } = truth
    const areas = await at(peak.lat, peak.lon, { types: ['country'] })
    expect(areas).toMatchObject([{ country_code: 'XCA', place_type: 'country' }])
    expect(await at(0, 0)).toEqual([])
  })

  test.each(truth.addresses)('gives the locality that $street $number names', async (house) => {
    const [address] = await at(house.lat, house.lon)
    const [locality] = await at(house.lat, house.lon, { types: ['locality'] })
    expect(locality!.name).toBe(address!.locality)
  })
})
