import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { isSameHouseNumber, listNameKeys } from '#places/text'
import { OsmSource } from '../../../region/osm/index.ts'
import { gatherPlaces } from '../../../region/places/index.ts'
import { realRegion } from '../../fixtures/real-regions.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-real-places-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function placesOf(path: string): Promise<SourcePlace[]> {
  const places: SourcePlace[] = []
  for await (const batch of gatherPlaces([path], { folder }))
    for (const place of batch) places.push(place)
  return places
}

const andorra = realRegion('andorra/andorra.osm.pbf')
describe.skipIf(!andorra)('Andorra (skipped without the real regions)', () => {
  test('has its seven parishes as regions, its capital and its postcodes', async () => {
    const places = await placesOf(andorra!)
    const ofType = (type: string) => places.filter((place) => place.type === type)
    const parishes = ofType('region').filter(({ countryCode }) => countryCode === 'AND')
    expect(parishes).toHaveLength(7)
    expect(parishes.every(({ shape }) => shape)).toBe(true)
    const [capital] = ofType('locality').toSorted((a, b) => b.importance - a.importance)
    expect(capital).toMatchObject({ name: 'Andorra la Vella', population: 24678 })
    const postcodes = ofType('postalcode').filter(({ countryCode }) => countryCode === 'AND')
    expect(postcodes.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `AD${n}00`))
    expect(ofType('street').filter(({ intersection }) => !intersection).length).toBeGreaterThan(500)
  })
})

const helsinki = realRegion('helsinki/helsinki.osm.pbf')
describe.skipIf(!helsinki)('Helsinki (skipped without the real regions)', () => {
  const places: SourcePlace[] = []
  beforeAll(async () => {
    places.push(...(await placesOf(helsinki!)))
  })

  test('contains every address that states a street as a house of that street', async () => {
    const addresses: { street: string; number: string; lat: number; lon: number }[] = []
    await new OsmSource([helsinki!]).visit({
      node(_, lat, lon, tags) {
        const [street, number] = [tags?.['addr:street'], tags?.['addr:housenumber']]
        if (street && number) addresses.push({ street, number, lat, lon })
      },
    })
    const byKey = new Map<string, SourcePlace[]>()
    for (const place of places) {
      if (!place.houses) continue
      for (const name of [place.name, ...Object.values(place.names), ...place.aliases])
        for (const key of listNameKeys(name)) byKey.set(key, [...(byKey.get(key) ?? []), place])
    }
    const missing = addresses.filter(({ street, number, ...at }) => {
      const streets = listNameKeys(street).flatMap((key) => byKey.get(key) ?? [])
      return !streets
        .flatMap(({ houses }) => houses!)
        .some((house) => isSameHouseNumber(house.number, number) && distanceMeters(house, at) < 60)
    })
    expect(addresses.length).toBeGreaterThan(1_300)
    expect(missing.length / addresses.length).toBeLessThan(0.01)
  })

  test('lies in its region and has its districts, though the extract cuts their borders', () => {
    const names = new Map(places.map((place) => [place.id, place.name]))
    const city = places.find(({ name, type }) => name === 'Helsinki' && type === 'locality')
    expect(city?.parents.map((id) => names.get(id))).toEqual([
      'Helsingin seutukunta',
      'Uusimaa',
      'Suomi',
    ])
    const districts = places.filter(({ type }) => type === 'neighbourhood').map(({ name }) => name)
    expect(districts).toEqual(expect.arrayContaining(['Kamppi', 'Kluuvi', 'Kruununhaka']))
    expect(new Set(districts).size).toBe(districts.length)
  })
})
