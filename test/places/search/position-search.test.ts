import { describe, expect, it } from 'vitest'
import { asking, ids } from './asking.ts'
import { gazetteerOf, type Sketch, towns } from './small-gazetteer.ts'

const at = (north: number, east: number) => ({ lat: 45.1 + north / 111, lon: 5.1 + east / 78.5 })
const pharmacy = (id: string, north: number): Sketch => ({
  id,
  type: 'venue',
  name: `Pharmacie ${id}`,
  categories: ['pharmacy'],
  ...at(north, 0),
})
const places: readonly Sketch[] = [
  ...towns,
  pharmacy('Colombe', 0.5),
  pharmacy('Alpha', 3),
  { id: 'near', type: 'venue', name: 'Hotel Plaza', categories: ['hotel'], ...at(1, 1) },
  {
    id: 'far',
    type: 'venue',
    name: 'Hotel Plaza',
    categories: ['hotel'],
    ...at(30, 0),
    importance: 0.6,
  },
  { id: 'museum', type: 'venue', name: 'Musée', categories: ['museum'], ...at(20, 0) },
]
const { search, warnings } = asking(await gazetteerOf(places))

describe('a category beside coordinates', () => {
  it.each([
    'pharmacy 45.1, 5.1',
    'pharmacy 45.1000 5.1000',
    '45.1, 5.1 pharmacy',
    'near 45.1 5.1 pharmacy',
    'pharmacies near 45.1, 5.1',
    'pharmacy 45°6\'0"N 5°6\'0"E',
    'pharmacy N 45 6.00 E 5 6.00',
    'pharmacy lat 45.1 lon 5.1',
    'pharmacy https://www.openstreetmap.org/#map=15/45.1/5.1',
    'phramacy 45.1, 5.1',
    'pharmacy @45.1,5.1',
  ])('lists its places, nearest first: %s', async (text) => {
    const results = await search(text)
    expect(ids(results)).toEqual(['Colombe', 'pharmacy', 'Alpha'])
    expect(results[0]!.distanceMeters).toBeCloseTo(500, -2)
  })

  it('finds the nearest even 20 km away', async () => {
    expect(ids(await search('museum 45.1, 5.1'))).toEqual(['museum'])
  })
})

describe('a name beside coordinates', () => {
  it('gives the nearest place of the name first, however important others are', async () => {
    expect(ids(await search('Hotel Plaza 45.1, 5.1'))[0]).toBe('far')
    expect(ids(await search('Hotel Plaza 45.1000, 5.1000'))[0]).toBe('near')
    expect(ids(await search('Hotel Plaza 45.3703, 5.1000'))[0]).toBe('far')
  })

  it('gives what is at the coordinates when the name is unknown, with less confidence', async () => {
    const [there] = await search('45.1000, 5.1000')
    const [unknown] = await search('Xyzzyq 45.1000, 5.1000')
    expect(unknown!.place.id).toBe(there!.place.id)
    expect(unknown!.confidence).toBeLessThan(there!.confidence)
  })

  it('gives what is at the coordinates when the name is that of the town', async () => {
    expect(ids(await search('Brumeville 45.1000, 5.1000'))).toEqual(
      ids(await search('45.1000, 5.1000')),
    )
  })
})

describe('a short plus code', () => {
  it('is completed by the town beside it, or by the focus', async () => {
    const byTown = await search('C427+22 Brumeville')
    const byFocus = await search('C427+22', { focus: { lat: 45.1, lon: 5.1 } })
    expect(byTown[0]).toEqual(byFocus[0])
  })

  it('alone says nothing, and the caller is told what it needs', async () => {
    expect(await search('C427+22')).toEqual([])
    expect(warnings.at(-1)).toContain('focus')
  })
})

describe('coordinates in a scope', () => {
  it('give the nearest places of the scope, however many others are nearer', async () => {
    const others: Sketch[] = Array.from({ length: 60 }, (_, i) => ({
      id: `shop${i}`,
      type: 'venue',
      name: `Boutique ${i}`,
      ...at(0.001 * i, 0),
    }))
    const asked = asking(await gazetteerOf([...places, ...others]))
    const circle = { ...at(0.5, 0), radiusMeters: 50 }
    const results = await asked.search('45.1, 5.1', { circle })
    expect(ids(results)).toEqual(['Colombe'])
    // The typed coordinates are out of scope.
    expect(results[0]!.at.lat).toBeCloseTo(at(0.5, 0).lat, 6)
  })

  it('give a street in pieces once', async () => {
    const piece = (id: string, north: number): Sketch => ({
      id,
      type: 'street',
      name: 'Rue Longue',
      ...at(north, 0.3),
    })
    const asked = asking(await gazetteerOf([piece('a', 0), piece('b', 0.05), piece('c', 0.1)]))
    expect(ids(await asked.search('45.1, 5.1'))).toEqual(['a'])
  })
})

describe('a place to be near', () => {
  it('has around it all that is in it, where it is a region', async () => {
    const museum = (id: string, lat: number, parents: string[]): Sketch => ({
      id,
      type: 'venue',
      name: `Musée ${id}`,
      categories: ['museum'],
      lat,
      lon: 5.2,
      parents,
    })
    const asked = asking(
      await gazetteerOf([
        { id: 'country', type: 'country', name: 'France' },
        { id: 'region', type: 'region', name: 'Valmonde', lat: 45.2, lon: 5.2 },
        museum('beyond', 45.21, ['country']),
        museum('inside', 45.3, ['region', 'country']),
      ]),
    )
    expect(ids(await asked.search('museum near Valmonde'))).toEqual(['inside'])
  })

  it('is widened until there is one of the category', async () => {
    expect(ids(await search('museum near Brumeville'))).toEqual(['museum'])
    expect(ids(await search('museum in Brumeville'))[0]).toBe('museum')
    expect((await search('museum in Brumeville'))[0]).toMatchObject({ matchType: 'fallback' })
    expect(ids(await search('Plaza near Brumeville'))).toEqual(['near'])
  })

  it('is itself the result when nothing is within 50 km', async () => {
    expect(ids(await search('casino near Brumeville'))[0]).toBe('brume')
  })
})

describe('a text that is a category', () => {
  it('gives the places of the category nearest to the focus', async () => {
    const focus = { lat: 45.12, lon: 5.1 }
    expect(ids(await search('pharmacy', { focus })).slice(0, 2)).toEqual(['Alpha', 'Colombe'])
    expect(ids(await search('phramacy', { focus })).slice(0, 2)).toEqual(['Alpha', 'Colombe'])
  })

  it('gives them before places of other kinds that have the word in their name', async () => {
    const stop: Sketch = { id: 'stop', type: 'venue', name: 'Heliport', categories: ['bus_stop'] }
    const pad: Sketch = { id: 'pad', type: 'venue', name: '', categories: ['helipad'] }
    const asked = asking(await gazetteerOf([...towns, stop, pad]))
    expect(ids(await asked.search('heliport'))).toEqual(['pad', 'stop'])
  })

  it('gives a town of that name first', async () => {
    const spa: Sketch = { id: 'spa', type: 'locality', name: 'Spa' }
    const bath: Sketch = { id: 'bath', type: 'venue', name: 'Thermes', categories: ['beauty'] }
    const asked = asking(await gazetteerOf([...towns, spa, bath]))
    expect(ids(await asked.search('spa'))).toEqual(['spa', 'bath'])
  })

  it('gives a venue that was typed by name before others of its category', async () => {
    expect(ids(await search('Pharmacie Alpha nonsenseword'))).toEqual(['Alpha'])
  })
})
