import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { island, truth } from '../../../demo-island/index.ts'
import { encodePbf } from '../../../demo-island/osm/pbf.ts'
import { gatherPlaces } from '../../../region/places/index.ts'

let folder: string
const places: SourcePlace[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-demo-places-'))
  const osm = join(folder, 'demo.osm.pbf')
  await writeFile(osm, encodePbf(island().osmMap))
  for await (const batch of gatherPlaces([osm], { folder }))
    for (const place of batch) places.push(place)
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

const byId = () => new Map(places.map((place) => [place.id, place]))
const named = (name: string, type: SourcePlace['type']) =>
  places.filter((place) => place.name === name && place.type === type)

describe('the demo island', () => {
  test('is a country with two regions, six communes and their settlements', () => {
    const { name, english, alpha3, alpha2 } = truth.country
    expect(places[0]).toMatchObject({
      type: 'country',
      name,
      names: { en: english },
      aliases: expect.arrayContaining([alpha2, alpha3]),
    })
    expect(places.every(({ countryCode }) => countryCode === alpha3)).toBe(true)
    expect(places.filter(({ type }) => type === 'region')).toHaveLength(2)
    expect(places.filter(({ shape, type }) => shape && type === 'locality')).toHaveLength(6)
  })

  test('contains every town and village once, at its position', () => {
    const settlements = [...Object.values(truth.towns), ...truth.villages]
    for (const settlement of settlements) {
      const [place, ...others] = named(settlement.name, 'locality')
      expect(others).toEqual([])
      expect(distanceMeters(place!, settlement)).toBeLessThan(100)
    }
  })

  test('contains every known address once, as a house of its street in its town', () => {
    const all = byId()
    for (const { street, number, city, lat, lon } of truth.addresses) {
      const houses = named(street, 'street')
        .filter((place) => all.get(place.parents[0]!)?.name === city)
        .flatMap((place) => place.houses ?? [])
        .filter((house) => house.number === number)
      expect(houses).toHaveLength(1)
      expect(distanceMeters(houses[0]!, { lat, lon })).toBeLessThan(20)
    }
  })

  test('contains every landmark with its English name', () => {
    for (const { name, english } of truth.landmarks)
      expect(named(name, 'venue')).toMatchObject([{ names: { en: english } }])
    expect(named(truth.peak.name, 'venue')).toMatchObject([{ names: { en: truth.peak.english } }])
  })

  test('yields every place once, after its parents', () => {
    const seen = new Set<string>()
    for (const { id, parents } of places) {
      for (const parent of parents) expect(seen.has(parent)).toBe(true)
      expect(seen.has(id)).toBe(false)
      seen.add(id)
    }
  })

  test('lists at most one parent of each type, narrowest first', () => {
    const all = byId()
    const order = ['neighbourhood', 'locality', 'county', 'region', 'country']
    for (const { parents } of places) {
      const positions = parents.map((id) => order.indexOf(all.get(id)!.type))
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    }
  })

  test('contains nothing outside its bounds', () => {
    const { min_lat, max_lat, min_lon, max_lon } = truth.bounds
    for (const { lat, lon } of places) {
      expect(lat >= min_lat && lat <= max_lat && lon >= min_lon && lon <= max_lon).toBe(true)
    }
  })
})
