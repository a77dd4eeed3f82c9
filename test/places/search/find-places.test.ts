import { describe, expect, it } from 'vitest'
import { findPlaces } from '#places/search'
import { asking, first, ids } from './asking.ts'
import { gazetteerOf, type Sketch, towns } from './small-gazetteer.ts'

const middle = { lat: 45.1, lon: 5.1 }
const cafes: Sketch[] = Array.from({ length: 30 }, (_, i) => ({
  id: `bar${i}`,
  type: 'venue',
  name: i % 3 === 0 ? '' : `Le Zinc ${i}`,
  categories: ['bar'],
  lat: middle.lat + i * 0.001,
  lon: middle.lon,
  parents: ['brume', 'region', 'country'],
}))
const gazetteer = await gazetteerOf([...towns, ...cafes])
const { search, context } = asking(gazetteer)
const places = (query: string, radiusMeters = 5000, size = 10) =>
  findPlaces(gazetteer, { query, near: middle, radiusMeters, size }, context)

describe('places of a category around a point', () => {
  it('are found by the category in any language, nearest first, each with its distance', async () => {
    for (const query of ['pharmacy', 'Pharmacies', 'farmacia', 'Apotheke']) {
      expect(ids(await places(query)), query).toEqual(['pharmacy'])
    }
    const bars = await places('bar', 1000)
    const distances = bars.map(({ distanceMeters }) => distanceMeters!)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(distances.at(-1)).toBeLessThanOrEqual(1000)
  })

  it('are found even without a name', async () => {
    expect(ids(await places('bar', 1000))[0]).toBe('bar0')
  })

  it('are found by the words of their name', async () => {
    expect(ids(await places('paris'))).toEqual(['cafe'])
    expect(ids(await places('zinc 7'))).toEqual(['bar7'])
  })

  it('are found despite a typo, with lower confidence', async () => {
    expect(first(await places('pharmcy'))).toEqual({
      id: 'pharmacy',
      matchType: 'fuzzy',
      confidence: 0.98,
    })
    expect((await places('zinck')).length).toBeGreaterThan(0)
  })

  it('are none beyond the radius, and none for nonsense', async () => {
    expect(await places('pharmacy', 100)).toEqual([])
    expect(await places('xyzzyq')).toEqual([])
  })
})

describe('a search for a category in or near a place', () => {
  it('finds the venues in a place', async () => {
    for (const text of [
      'pharmacy in Brumeville',
      'Apotheke in Nebelstadt',
      'pharmacie à Brumeville',
    ]) {
      expect(ids(await search(text)), text).toEqual(['pharmacy'])
    }
  })

  it('finds the venues nearest to the centre when category and place stand side by side', async () => {
    expect(ids(await search('bar Brumeville')).slice(0, 2)).toEqual(['bar0', 'bar1'])
    expect(ids(await search('Brumeville bars'))[0]).toBe('bar0')
  })

  it('gives distances near a place', async () => {
    const found = await search('pharmacies near Saint-Julien-le-Bois')
    expect(ids(found)).toEqual(['pharmacy2'])
    expect(found[0]!.distanceMeters).toBeGreaterThan(0)
  })

  it('takes `near me` as around the focus', async () => {
    expect(ids(await search('pharmacy near me', { focus: { lat: 45.6, lon: 5.4 } }))).toEqual([
      'pharmacy2',
    ])
  })

  it('prefers a place with the whole text as its name', async () => {
    expect(first(await search('Café de Paris')).id).toBe('cafe')
    expect(first(await search('Pharmacie du Pont')).id).toBe('pharmacy')
  })
})
