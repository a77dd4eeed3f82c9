import { describe, expect, it } from 'vitest'
import { asking, ids } from '../asking.ts'
import { gazetteerOf, type Sketch } from '../small-gazetteer.ts'

const town: Sketch = { id: 'town', type: 'locality', name: 'Brumeville', parents: ['country'] }
const larger: Sketch = { ...town, id: 'larger', name: 'Grandeville', importance: 0.6, lat: 45.5 }
const country: Sketch = { id: 'country', type: 'country', name: 'France' }
const parents = ['town', 'country']

/** The word for a kind, alone in the names of a stop, a car park and a street, and such a place. */
const kinds = [
  ['hospital', 'hospital', 'Hospital Santa Clara'],
  ['castle', 'castle', 'Castle of Brumeville'],
  ['museum', 'museum', 'Museum of Brumeville'],
  ['airport', 'airport', 'Brumeville International Airport'],
  ['zoo', 'zoo', 'Jardin des Loups'],
  ['Flughafen', 'airport', 'Aéroport de Brumeville'],
  ['université', 'university', 'Université de Brumeville'],
] as const

const namesakes: Omit<Sketch, 'name'>[] = [
  { id: 'stop', type: 'venue', categories: ['bus_stop'], lat: 45.001, importance: 0.05 },
  { id: 'parking', type: 'venue', categories: ['parking'], lat: 45.004, importance: 0.1 },
  { id: 'street', type: 'street', lat: 45.007, importance: 0.23 },
]

describe('the word for a kind of thing', () => {
  it.each(kinds)('%s finds the thing itself before what has its name', async (word, kind, name) => {
    const thing: Sketch = {
      id: 'thing',
      type: 'venue',
      name,
      categories: [kind],
      lat: 45.01,
      importance: 0.22,
      parents,
    }
    const others = namesakes.map((each): Sketch => ({ ...each, name: word, parents }))
    const { search, complete } = asking(await gazetteerOf([country, town, thing, ...others]))
    expect(ids(await search(word))[0]).toBe('thing')
    expect(ids(await search(`${word} Brumeville`))[0]).toBe('thing')
    expect(ids(await complete(word))[0]).toBe('thing')
    const focus = { lat: 45.001, lon: 5 }
    expect(ids(await complete(word, { focus }))[0]).toBe('thing')
  })

  it('finds what is named after the thing where there is none, and as its whole name with more words', async () => {
    const others = namesakes.map((each): Sketch => ({ ...each, name: 'Hospital', parents }))
    const lane: Sketch = { id: 'lane', type: 'street', name: 'Hospital Lane', parents }
    const asked = asking(await gazetteerOf([country, town, lane, ...others]))
    expect(ids(await asked.search('Hospital')).toSorted()).toEqual([
      'lane',
      'parking',
      'stop',
      'street',
    ])
    expect(ids(await asked.search('Hospital Lane'))[0]).toBe('lane')
  })

  it('finds a university before its departments, however notable they are', async () => {
    const university = { type: 'venue', categories: ['university'], parents, lat: 45.01 } as const
    const { search } = asking(
      await gazetteerOf([
        country,
        town,
        { ...university, id: 'law', name: 'University of Brumeville, Law', importance: 0.4 },
        {
          ...university,
          id: 'faculty',
          name: 'Faculty, University of Brumeville',
          importance: 0.3,
        },
        { ...university, id: 'whole', name: 'University of Brumeville', importance: 0.2 },
      ]),
    )
    for (const text of ['university', 'University of Brumeville', 'universität']) {
      expect(ids(await search(text))[0], text).toBe('whole')
    }
  })
})

describe('of streets of one name', () => {
  it('that in the larger town is first', async () => {
    const lane = { type: 'street', name: 'Mill Lane' } as const
    const { search } = asking(
      await gazetteerOf([
        country,
        town,
        larger,
        // As the build gives importance: a share of that of the town.
        { ...lane, id: 'small', parents, importance: 0.19 },
        { ...lane, id: 'large', parents: ['larger', 'country'], lat: 45.5, importance: 0.21 },
      ]),
    )
    expect(ids(await search('Mill Lane'))).toEqual(['large', 'small'])
  })
})
