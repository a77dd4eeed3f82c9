import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Place } from '#places/gazetteer'
import { renderPlace, renderPlaces } from '#places/search'
import { PlaceSchema } from '#places/search/schemas'
import { runs } from '../../../setup/suite.ts'
import { house, parent, searchResult } from '../places-made-up.ts'

const ordino = [
  parent('locality', 'Ordino'),
  parent('region', 'Ordino'),
  parent('country', 'Andorra'),
]
const street: Partial<Place> = {
  type: 'street',
  name: 'Carrer Major',
  countryCode: 'AND',
  parents: ordino,
  postcode: 'AD300',
}

describe('a rendered house', () => {
  const answer = renderPlace(searchResult(street, { house: house('7', { lat: 42.55, lon: 1.53 }) }))

  test('is an address with the parts of its street and areas', () => {
    expect(answer).toEqual({
      coordinates: { lat: 42.55, lng: 1.53 },
      label: '7 Carrer Major, AD300 Ordino, Andorra',
      name: '7 Carrer Major',
      country: 'Andorra',
      country_code: 'AND',
      region: 'Ordino',
      locality: 'Ordino',
      street: 'Carrer Major',
      house_number: '7',
      postcode: 'AD300',
      confidence: 1,
      place_type: 'address',
      match_type: 'exact',
      id: 'osm:node/7',
    })
  })

  test("has its own postcode rather than the street's", () => {
    const own = renderPlace(searchResult(street, { house: house('9', { postcode: 'AD301' }) }))
    expect(own).toMatchObject({ postcode: 'AD301', label: '9 Carrer Major, AD301 Ordino, Andorra' })
  })

  test('that states another town than its street is in that town', () => {
    const border = {
      ...street,
      parents: [parent('neighbourhood', 'Segudet'), ...ordino],
      otherAreas: [parent('locality', 'La Massana'), parent('locality', 'Ansalonga')],
    }
    const stated = renderPlace(searchResult(border, { house: house('9', { townIndex: 1 }) }))
    expect(stated).toMatchObject({
      locality: 'Ansalonga',
      region: 'Ordino',
      label: '9 Carrer Major, AD300 Ansalonga, Andorra',
    })
    expect(stated).not.toHaveProperty('neighbourhood')
    const own = renderPlace(searchResult(border, { house: house('7') }))
    expect(own).toMatchObject({ locality: 'Ordino', neighbourhood: 'Segudet' })
  })

  test('of a place without streets is numbered by the name of the place', () => {
    const village: Partial<Place> = {
      type: 'locality',
      name: 'Hausen',
      countryCode: 'AUT',
      postcode: '6345',
    }
    const answer = renderPlace(searchResult(village, { house: house('12') }))
    expect(answer).toMatchObject({
      name: 'Hausen 12',
      label: 'Hausen 12, 6345 Hausen, Austria',
      place_type: 'address',
      locality: 'Hausen',
    })
    expect(answer).not.toHaveProperty('street')
  })
})

describe('bbox', () => {
  const box = { min_lat: 42.5412345678, min_lon: 1.52, max_lat: 42.56, max_lon: 1.54 }
  const extended = { ...street, lat: 42.55, lon: 1.53, box }

  test('is the extent of a street or an area: west, south, east, north', () => {
    const bbox = [1.52, 42.541235, 1.54, 42.56]
    expect(renderPlace(searchResult(extended))).toMatchObject({ bbox })
    expect(renderPlace(searchResult({ ...extended, type: 'locality' }))).toMatchObject({ bbox })
  })

  test('is absent for a house of the street, and for a place without extent', () => {
    const point = { min_lat: 42.55, min_lon: 1.53, max_lat: 42.55, max_lon: 1.53 }
    for (const result of [
      searchResult(extended, { house: house('7') }),
      searchResult({ ...extended, box: point }),
      searchResult({ ...street, lat: 42.55, lon: 1.53 }),
    ]) {
      expect(renderPlace(result)).not.toHaveProperty('bbox')
    }
  })
})

describe('the label', () => {
  const springfield = [parent('locality', 'Springfield'), parent('region', 'Illinois')]

  test.each([
    ['DEU', 'Hauptstraße', '12', 'Hauptstraße 12'],
    ['FRA', 'Rue de la Paix', '12 bis', '12 bis Rue de la Paix'],
    ['USA', 'Main Street', '120', '120 Main Street'],
    ['ITA', 'Via Roma', '3', 'Via Roma 3'],
  ])(
    'in %s has number and street in the order of the country',
    (countryCode, name, number, line) => {
      const { label } = renderPlace(
        searchResult({ type: 'street', name, countryCode }, { house: house(number) }),
      )
      expect(label.startsWith(line)).toBe(true)
    },
  )

  test('of an address in the United States has the code of the state before the postcode', () => {
    const main = {
      type: 'street',
      name: 'Main Street',
      countryCode: 'USA',
      postcode: '62701',
    } as const
    const { label } = renderPlace(
      searchResult({ ...main, parents: springfield }, { house: house('1') }),
    )
    expect(label).toMatch(/^1 Main Street, Springfield, IL 62701, United States/)
  })

  test('of a venue begins with its name', () => {
    const hotel = { name: 'Hotel Pol', street: 'Carrer Major', houseNumber: '3', postcode: 'AD300' }
    const { label } = renderPlace(searchResult({ ...hotel, countryCode: 'AND', parents: ordino }))
    expect(label).toBe('Hotel Pol, 3 Carrer Major, AD300 Ordino, Andorra')
  })

  test('repeats no line', () => {
    const capital = {
      type: 'locality',
      name: 'Andorra la Vella',
      countryCode: 'AND',
      parents: [parent('region', 'Andorra la Vella')],
    } as const
    expect(renderPlace(searchResult(capital)).label).toBe('Andorra la Vella, Andorra')
  })

  test.each(['AND', 'XCA', ''])('of a country ("%s") is its name alone', (countryCode) => {
    const { label } = renderPlace(searchResult({ type: 'country', name: 'Isla', countryCode }))
    expect(label).toBe('Isla')
  })

  test('of a crossing is the crossing, with no street of its own', () => {
    const answer = renderPlace(
      searchResult({ ...street, name: 'Carrer Major & Carrer Nou', intersection: true }),
    )
    expect(answer.label).toBe('Carrer Major & Carrer Nou, AD300 Ordino, Andorra')
    expect(answer).not.toHaveProperty('street')
  })

  test('contains no list of postcodes', () => {
    const { label } = renderPlace(searchResult({ ...street, postcode: 'AD300;AD301' }))
    expect(label).toBe('Carrer Major, Ordino, Andorra')
  })
})

describe('names', () => {
  const lake: Partial<Place> = {
    name: 'Lai Serein',
    names: { en: 'Lake Serene', fr: 'Lac Serein', 'zh-Hant': '靜湖', 'zh-Hans': '静湖' },
    countryCode: 'CHE',
    parents: [parent('region', 'Genève', { de: 'Genf', en: 'Geneva' })],
  }

  test.each([
    [undefined, 'Lai Serein', 'Genève', 'Switzerland'],
    [['fr'], 'Lac Serein', 'Genève', 'Suisse'],
    [['de-CH', 'en'], 'Lake Serene', 'Genf', 'Schweiz'],
    [['fr-CA'], 'Lac Serein', 'Genève', 'Suisse'],
    [['zh-TW'], '靜湖', 'Genève', '瑞士'],
    [['zh'], '静湖', 'Genève', '瑞士'],
    [['xx'], 'Lai Serein', 'Genève', 'Switzerland'],
  ])('requested in %j are the first known one', (languages, name, region, country) => {
    expect(renderPlace(searchResult(lake), { languages })).toMatchObject({ name, region, country })
  })

  test('of unnamed places are those of their category, in the requested language', () => {
    const bakery = searchResult({ name: '', categories: ['bakery'] })
    expect(renderPlace(bakery).name.toLowerCase()).toBe('bakery')
    expect(renderPlace(bakery, { languages: ['fr-BE'] }).name.toLowerCase()).toBe('boulangerie')
    expect(renderPlace(searchResult({ name: '' })).name).not.toBe('')
  })
})

describe('equal labels', () => {
  const venue = (locality: string, id: string) =>
    searchResult({
      id,
      name: 'Aldi',
      street: 'Hauptstraße',
      countryCode: 'DEU',
      parents: [parent('neighbourhood', locality), parent('region', 'Hessen')],
    })
  const named = (county: string) =>
    searchResult({
      type: 'locality',
      name: 'Neustadt',
      countryCode: 'DEU',
      parents: [parent('county', county), parent('region', 'Hessen')],
    })

  test('get a detail that tells the places apart', () => {
    const labels = renderPlaces([named('Kreis A'), named('Kreis B')]).map(({ label }) => label)
    expect(labels).toEqual([
      'Neustadt, Hessen, Kreis A, Germany',
      'Neustadt, Hessen, Kreis B, Germany',
    ])
  })

  test('stay equal if no detail differs', () => {
    const [one, other] = renderPlaces([named('Kreis A'), named('Kreis A')])
    expect(one!.label).toBe(other!.label)
  })

  test('do not change other labels', () => {
    const alone = renderPlace(venue('Nord', 'a')).label
    const [first] = renderPlaces([venue('Nord', 'a'), named('Kreis A'), named('Kreis B')])
    expect(first!.label).toBe(alone)
  })
})

test('numbers are rounded: degrees to 6 decimals, metres to 0.1, confidence to 0.01', () => {
  const answer = renderPlace(
    searchResult(
      { lat: 42.12345678, lon: -1.00000049 },
      { confidence: 0.854999, distanceMeters: 12.345 },
    ),
  )
  expect(answer).toMatchObject({
    coordinates: { lat: 42.123457, lng: -1 },
    confidence: 0.85,
    distance_meters: 12.3,
  })
})

test('any place is rendered to match the contract, without empty values', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('{{x}}', '$1', 'a || b'))
  const facts = fc.record({
    type: fc.constantFrom<Place['type']>(
      'country',
      'region',
      'locality',
      'street',
      'venue',
      'address',
    ),
    name: text,
    names: fc.dictionary(fc.constantFrom('en', 'de', 'zh-Hant', 'x'), text),
    categories: fc.constantFrom([], ['bakery'], ['no such category']),
    countryCode: fc.constantFrom('', 'AND', 'USA', 'GBR', 'JPN', 'XCA', 'NLD'),
    parents: fc
      .tuple(text, text, text)
      .map(([a, b, c]) => [parent('locality', a), parent('region', b), parent('country', c)]),
    postcode: fc.option(text, { nil: undefined }),
    street: fc.option(text, { nil: undefined }),
    houseNumber: fc.option(text, { nil: undefined }),
  })
  const houses = fc.option(text.filter((number) => number !== '').map((number) => house(number)))
  fc.assert(
    fc.property(
      facts,
      houses,
      fc.constantFrom([], ['en'], ['fr-CA', 'de']),
      (one, at, languages) => {
        const answer = renderPlace(searchResult(one as Partial<Place>, at ? { house: at } : {}), {
          languages,
        })
        expect(PlaceSchema.safeParse(answer).error).toBe(undefined)
        expect(Object.values(answer)).not.toContain('')
        expect(answer.label).not.toMatch(/[\ue001-\ue003]/)
      },
    ),
    { numRuns: runs(300) },
  )
})
