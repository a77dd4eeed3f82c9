import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherWordings, tokenize } from '#places/search'
import stateNames from '../../../../lib/places/search/interpret/state-names.json' with {
  type: 'json',
}
import { asking, first, ids } from '../asking.ts'
import { gazetteerOf, housesAlong, type Sketch, towns } from '../small-gazetteer.ts'

const wordings = (text: string) => otherWordings(tokenize(text)).map((each) => each.text)
const { search, structured } = asking(await gazetteerOf(towns))

/** A street with a house, in areas of Germany. */
function millLane(...parents: string[]): Sketch {
  return {
    id: 'lane',
    type: 'street',
    name: 'Mühlenweg',
    countryCode: 'DEU',
    parents,
    houses: housesAlong('lane', { lat: 50.3, lon: 11.9 }, ['14']),
  }
}

describe('a formal name of a country', () => {
  it.each([
    ['Principality of Andorra', 'andorra'],
    ['the Principality of Andorra', 'andorra'],
    ['Republic of Finland', 'finland'],
    ["People's Republic of China", 'china'],
    ['Republic of Korea', 'south korea'],
    ['Kingdom of the Netherlands', 'netherlands'],
    ['Kingdom of Spain', 'spain'],
    ['Grand Duchy of Luxembourg', 'luxembourg'],
    ['Federal Republic of Germany', 'germany'],
    ['French Republic', 'france'],
    ['Principauté de Monaco', 'monaco'],
    ['Bundesrepublik Deutschland', 'germany'],
    ['Reino de España', 'spain'],
    ['Repubblica Italiana', 'italy'],
    ['República Portuguesa', 'portugal'],
    ['Suomen tasavalta', 'finland'],
    ['Oslo, Kingdom of Norway', 'Oslo, norway'],
  ])('is also its plain one: %s', (text, plain) => {
    expect(wordings(text)[0]).toBe(plain)
  })

  it.each(['France', 'Republic of Nowhere', 'Kingdom', 'Hotel Republic', 'United Kingdom'])(
    'is not read from %s',
    (text) => {
      expect(wordings(text)).toEqual([])
    },
  )

  it('finds what the plain one finds, alone and behind an address, mistyped or not', async () => {
    expect(first(await search('French Republic'))).toEqual(first(await search('France')))
    for (const address of ['14 rue du moulin, brumeville', '14 rue du mulin, brumeville']) {
      const plain = await search(`${address}, France`)
      const formal = await search(`${address}, French Republic`)
      expect(ids(formal)[0]).toBe('moulin/14')
      expect(first(formal)).toEqual(first(plain))
    }
    const fields = { street: 'rue du moulin', locality: 'brumeville' }
    expect(ids(await structured({ ...fields, country: 'French Republic' }))[0]).toBe('moulin')
  })
})

describe('the sign of a country before a postcode', () => {
  it.each([
    ['F-75001', '75001'],
    ['D-10115 Berlin', '10115 Berlin'],
    ['Berlin, D 10115', 'Berlin, 10115'],
    ['FIN-00100 Helsinki', '00100 Helsinki'],
    ['L-1009', '1009'],
    ['AD500', ''],
    ['rue du Moulin 14, F-26310 Brumeville', 'rue du Moulin 14, 26310 Brumeville'],
    ['P-4000-442 Porto', '4000-442 Porto'],
    ['f-75001 Paris', '75001 Paris'],
  ])('may be left out: %s', (text, plain) => {
    expect(wordings(text)).toEqual(plain === '' ? [] : [plain])
  })

  it.each(['N-145', 'Via A 12', 'XQ-12345', 'Take 31', 'route d 14', 'SW1A 1AA', 'EC1-2345'])(
    'is not read from %s',
    (text) => {
      expect(wordings(text)).toEqual([])
    },
  )

  it('finds the address as without it', async () => {
    const signed = await search('14 rue du moulin, F-26310 brumeville')
    expect(ids(signed)[0]).toBe('moulin/14')
    expect(first(signed)).toEqual(first(await search('14 rue du moulin, 26310 brumeville')))
  })
})

describe('the name of a state', () => {
  const usa: readonly Sketch[] = [
    { id: 'usa', type: 'country', name: 'United States', countryCode: 'USA', lat: 40, lon: -100 },
    {
      id: 'ca',
      type: 'region',
      name: 'CA',
      countryCode: 'USA',
      parents: ['usa'],
      lat: 38,
      lon: -120,
    },
    {
      id: 'ny',
      type: 'region',
      name: 'New York',
      countryCode: 'USA',
      parents: ['usa'],
      lat: 43,
      lon: -75,
    },
    ...['ca', 'ny'].map(
      (state): Sketch => ({
        id: `salem-${state}`,
        type: 'locality',
        name: 'Salem',
        countryCode: 'USA',
        parents: [state, 'usa'],
        lat: state === 'ca' ? 38 : 43,
        lon: state === 'ca' ? -120 : -75,
      }),
    ),
    {
      id: 'bayern',
      type: 'region',
      name: 'Bayern',
      countryCode: 'DEU',
      lat: 49,
      lon: 11.5,
    },
    {
      id: 'hof',
      type: 'locality',
      name: 'Hof',
      countryCode: 'DEU',
      parents: ['bayern'],
      lat: 50,
      lon: 11.9,
    },
    { id: 'hof2', type: 'locality', name: 'Hof', countryCode: 'DEU', lat: 51, lon: 8 },
  ]

  it.each([
    ['Salem, California', 'salem-ca'],
    ['Salem, CA', 'salem-ca'],
    ['Salem California', 'salem-ca'],
    ['Salem, NY', 'salem-ny'],
    ['Salem, New York', 'salem-ny'],
    ['Hof, Bavaria', 'hof'],
    ['Hof, Bayern', 'hof'],
  ])('is found by its code or another name: %s', async (text, id) => {
    const asked = asking(await gazetteerOf(usa))
    expect(ids(await asked.search(text))[0]).toBe(id)
    expect(first(await asked.search(text))).toMatchObject({ confidence: 1 })
  })

  it('does not hide the house number from corrections', async () => {
    const asked = asking(await gazetteerOf([...usa, millLane('hof', 'bayern')]))
    const [found] = await asked.search('Mühlnweg 14, Bavaria')
    expect(found?.house?.id).toBe('lane/14')
    expect(found!.confidence).toBeGreaterThan(0.9)
  })

  it('is where the place is said to be, by whichever name', async () => {
    const asked = asking(await gazetteerOf([...usa, millLane('hof2')]))
    for (const region of ['Bavaria', 'Bayern']) {
      const [found] = await asked.search(`Mühlenweg 14, ${region}`)
      expect(found?.house?.id).toBe('lane/14')
      expect(found!.confidence).toBeLessThanOrEqual(0.4)
    }
  })

  it('is none in another country that the text names', async () => {
    const quarter: Sketch = { id: 'quarter', type: 'neighbourhood', name: 'California' }
    const salem: Sketch = { id: 'salem-de', type: 'locality', name: 'Salem', parents: ['quarter'] }
    const german = [quarter, salem].map((each): Sketch => ({ ...each, countryCode: 'DEU' }))
    const asked = asking(await gazetteerOf([...usa, ...german]))
    const found = await asked.search('Salem, CA, Germany')
    for (const { confidence } of found) expect(confidence).toBeLessThan(1)
  })

  it('is no other wording alone, or as a code in small letters', () => {
    expect(wordings('California')).toEqual([])
    expect(wordings('Hotel ca')).toEqual([])
  })

  it('has a code of its country at most once, and names', () => {
    for (const rows of Object.values<string[]>(stateNames)) {
      const codes = rows.map((row) => row.split(' ')[0]!).filter((code) => code !== '-')
      expect(new Set(codes).size).toBe(codes.length)
      for (const row of rows) expect(row).toMatch(/^(?:-|[A-ZÖ]{2,3}) [^/]+(?:\/[^/]+)*$/u)
    }
  })
})

it('other wordings of any text are few, and none for an exotic one throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      expect(wordings(text).length).toBeLessThanOrEqual(3)
    }),
  )
})
