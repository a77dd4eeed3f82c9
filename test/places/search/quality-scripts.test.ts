import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import { autocomplete, findPlaces, reverse, search, searchStructured } from '#places/search'
import { allPlaces, placesOf, quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { cases } from '../../setup/suite.ts'
import { anyText } from './sets/scripts.ts'

const texts = cases({ quick: 100, full: 600 })
const size = 7

type Ask = (gazetteer: Gazetteer, text: string, chance: () => number) => Promise<SearchResult[]>

const anywhere = (chance: () => number) => ({
  lat: 180 * chance() - 90,
  lon: 360 * chance() - 180,
})

const ways: [string, Ask][] = [
  ['search', (gazetteer, text) => search(gazetteer, { text, size }, quiet)],
  ['autocomplete', (gazetteer, text) => autocomplete(gazetteer, { text, size }, quiet)],
  [
    'search with bounds',
    (gazetteer, text, chance) =>
      search(
        gazetteer,
        {
          text,
          size,
          focus: anywhere(chance),
          types: ['street', 'venue', 'locality'],
          circle: { ...anywhere(chance), radiusMeters: 50_000 * chance() },
        },
        quiet,
      ),
  ],
  [
    'structured search',
    (gazetteer, text, chance) =>
      searchStructured(
        gazetteer,
        { address: text, locality: anyText(chance), country: anyText(chance) },
        { size },
        quiet,
      ),
  ],
  [
    'reverse',
    (gazetteer, _text, chance) =>
      reverse(gazetteer, { ...anywhere(chance), size, radiusMeters: 50_000 * chance() }, quiet),
  ],
  [
    'places',
    (gazetteer, text, chance) =>
      findPlaces(
        gazetteer,
        { query: text, near: anywhere(chance), radiusMeters: 50_000 * chance(), size },
        quiet,
      ),
  ],
]

describe('texts of any script, with controls, pictures and lengths nobody types', () => {
  let gazetteer: Gazetteer
  let names: string[]
  beforeAll(async () => {
    gazetteer = (await placesOf('demo'))!
    names = (await allPlaces(gazetteer)).map(({ name }) => name)
  })

  it.for(ways)('are answered by %s as any other', async ([, ask]) => {
    const chance = seeded(404)
    for (let i = 0; i < texts; i++) {
      const text = anyText(chance, names)
      const found = await ask(gazetteer, text, chance)
      expect(found.length).toBeLessThanOrEqual(size)
      for (const { confidence, at } of found) {
        expect(confidence).toBeGreaterThan(0)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(Number.isFinite(at.lat + at.lon)).toBe(true)
      }
    }
  })
})
