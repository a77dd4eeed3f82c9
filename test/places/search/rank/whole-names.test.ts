import { describe, expect, it } from 'vitest'
import { asking, first, ids } from '../asking.ts'
import { gazetteerOf, type Sketch, towns } from '../small-gazetteer.ts'

const parents = ['brume', 'region', 'country']
const station: Sketch = {
  id: 'station',
  type: 'venue',
  name: 'Brumeville',
  importance: 0.9,
  categories: ['train_station'],
  postcode: '26310',
  parents,
}
const code: Sketch = {
  id: 'code',
  type: 'postalcode',
  name: '26310',
  postcode: '26310',
  parents,
}
const park = { type: 'venue', categories: ['parking'], parents } as const
const parks: readonly Sketch[] = [
  { ...park, id: 'north', name: 'Municipal Car Park North', importance: 0.4 },
  { ...park, id: 'south', name: 'Municipal Car Park South', importance: 0.3, lat: 45.2 },
  { ...park, id: 'plain', name: 'Municipal Car Park', importance: 0.2 },
]
const others = towns.filter(({ id }) => id !== 'code')
const { search } = asking(await gazetteerOf([...others, station, code, ...parks]))

describe('a postcode', () => {
  it.each(['26310 Brumeville', 'Brumeville 26310', '26310, Brumeville, France'])(
    'with its town comes before a station of that name: %s',
    async (text) => {
      expect(first(await search(text))).toMatchObject({ id: 'code', matchType: 'exact' })
    },
  )

  it('is not meant by the town alone', async () => {
    expect(ids(await search('Brumeville'))[0]).not.toBe('code')
  })
})

describe('a street without the word for a street', () => {
  it.each(['Rue du Moulin 777', 'du Moulin 777', 'Moulin 777'])(
    'stands for a house that is not known: %s',
    async (text) => {
      const found = first(await search(text))
      expect(found).toMatchObject({ matchType: 'fallback', confidence: 0.8 })
      expect(['moulin', 'moulin2']).toContain(found.id)
    },
  )

  it('does so only where no other word is missing', async () => {
    const [found] = await search('Novembre 777')
    expect(found?.place.id).toBe('novembre')
    expect(found!.confidence).toBeLessThan(0.5)
  })
})

it('a name that is in names far apart is no whole that comes before them', async () => {
  expect(ids(await search('parking'))).toEqual(['north', 'south', 'plain'])
})
