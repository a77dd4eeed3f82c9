import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  AutocompleteRequest,
  addressFieldsOf,
  addressLine,
  echoOf,
  ParseRequest,
  PlacesRequest,
  ReverseRequest,
  SearchRequest,
  StructuredSearchRequest,
  scopeOf,
  withoutAddress,
} from '#places/search/schemas'
import { installErrorMessages } from '#platform/api'

installErrorMessages()

function issuesOf(schema: z.ZodType, query: object): string[] {
  const { error } = schema.safeParse(query)
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)
}

describe('a longitude', () => {
  test.each([
    [ReverseRequest, { lat: '1', lng: '2' }, 'lon'],
    [
      SearchRequest,
      { text: 'a', 'focus.point.lat': '1', 'focus.point.lng': '2' },
      'focus.point.lon',
    ],
    [
      SearchRequest,
      { text: 'a', 'boundary.circle.lat': '1', 'boundary.circle.lng': '2' },
      'boundary.circle.lon',
    ],
    [PlacesRequest, { query: 'a', 'near.lat': '1', 'near.lng': '2' }, 'near.lon'],
  ])(
    'as `lng`, which results have, is refused by the name of the parameter',
    (schema, query, name) => {
      const issues = issuesOf(schema as z.ZodType, query)
      expect(issues).toHaveLength(1)
      expect(issues[0]).toMatch(new RegExp(`^${name} is required`))
    },
  )
})

describe('a search', () => {
  test('has 5 results by default', () => {
    expect(SearchRequest.parse({ text: 'a' })).toEqual({ text: 'a', size: 5 })
    expect(AutocompleteRequest.parse({ text: 'a', size: '40' }).size).toBe(40)
  })

  test('becomes a scope: types under either name, alpha-2 codes, kilometres as metres', () => {
    const query = {
      text: 'a',
      layers: 'venue, street',
      'boundary.country': 'ad,FRA',
      'focus.point.lat': '42.5',
      'focus.point.lon': '1.5',
      'focus.scale': '2.5',
      'boundary.circle.lat': '42',
      'boundary.circle.lon': '1',
      'boundary.circle.radius': '0.5',
      'boundary.rect.min_lat': '-1',
      'boundary.rect.min_lon': '-2',
      'boundary.rect.max_lat': '+3',
      'boundary.rect.max_lon': '4e0',
    }
    expect(scopeOf(SearchRequest.parse(query))).toEqual({
      size: 5,
      types: ['venue', 'street'],
      countries: ['AND', 'FRA'],
      focus: { lat: 42.5, lon: 1.5 },
      focusScaleMeters: 2500,
      circle: { lat: 42, lon: 1, radiusMeters: 500 },
      rectangle: { min_lat: -1, min_lon: -2, max_lat: 3, max_lon: 4 },
    })
  })

  test('has a circle of 1 km by default', () => {
    const query = { text: 'a', 'boundary.circle.lat': '42', 'boundary.circle.lon': '1' }
    expect(scopeOf(SearchRequest.parse(query)).circle).toEqual({
      lat: 42,
      lon: 1,
      radiusMeters: 1000,
    })
  })

  test('echoes its parameters, the types as `place_types`', () => {
    const request = SearchRequest.parse({ text: 'a', layers: 'venue', lang: 'FR,pt-br' })
    expect(echoOf(request)).toEqual({
      text: 'a',
      size: 5,
      place_types: ['venue'],
      lang: ['fr', 'pt-BR'],
    })
  })

  test.each([
    [{}, 'text is required'],
    [{ text: '' }, 'text must not be blank'],
    [{ text: ' \t' }, 'text must not be blank'],
    [
      { text: 'x '.repeat(401) },
      'text must have at most 800 characters after normalisation (NFKC); it has 802',
    ],
    [
      { text: 'x'.repeat(65) },
      'text must have words of at most 64 letters after normalisation (NFKC); one has 65',
    ],
    [{ text: 'a', size: 'many' }, 'size must be a whole number'],
    [{ text: 'a', size: '' }, 'size must be a whole number'],
    [{ text: 'a', size: '2.5' }, 'size must be a whole number'],
    [{ text: 'a', size: '0x5' }, 'size must be a whole number'],
    [{ text: 'a', size: 'Infinity' }, 'size must be a whole number'],
    [{ text: 'a', size: '0' }, 'size must be at least 1'],
    [{ text: 'a', size: '41' }, 'size must be at most 40'],
    [{ text: 'a', 'focus.point.lat': '1' }, 'focus.point.lon is required with focus.point.lat'],
    [
      { text: 'a', 'focus.point.lat': '1', 'focus.point.lon': '1', 'focus.scale': '1001' },
      'focus.scale must be at most 1000',
    ],
    [
      { text: 'a', 'focus.point.lat': '91', 'focus.point.lon': '1' },
      'focus.point.lat must be at most 90',
    ],
    [
      { text: 'a', 'focus.point.lat': 'x', 'focus.point.lon': '1' },
      'focus.point.lat must be a number',
    ],
    [{ text: 'a', place_types: ',' }, 'place_types must name at least one'],
    [
      { text: 'a', place_types: 'venue', layers: 'venue' },
      'layers is another name of place_types: send one of the two',
    ],
    [
      { text: 'a', 'boundary.country': 'AND,ZZ' },
      'boundary.country.1 is no country code of ISO 3166-1: "ZZ"',
    ],
    [{ text: 'a', lang: 'no language' }, 'lang.0 is no language tag of BCP 47: "no language"'],
    [{ text: 'a', lang: 'klingonisch' }, 'lang.0 is no language tag of BCP 47: "klingonisch"'],
    [
      { text: 'a', 'boundary.circle.lat': '1' },
      'boundary.circle.lon is required with boundary.circle.lat',
    ],
    [
      {
        text: 'a',
        'boundary.rect.min_lat': '2',
        'boundary.rect.max_lat': '1',
        'boundary.rect.min_lon': '1',
        'boundary.rect.max_lon': '2',
      },
      'boundary.rect.min_lat must be at most boundary.rect.max_lat',
    ],
  ])('refuses %j', (query, issue) => {
    expect(issuesOf(SearchRequest, query)).toEqual([issue])
  })

  test('has a scale only with its focus', () => {
    expect(issuesOf(SearchRequest, { text: 'a', 'focus.scale': '5' })).toEqual([
      'focus.point.lat is required with focus.point.lon, focus.scale',
      'focus.point.lon is required with focus.point.lat, focus.scale',
    ])
  })

  test('names every side of a box that is missing', () => {
    const issues = issuesOf(SearchRequest, { text: 'a', 'boundary.rect.min_lat': '1' })
    expect(issues).toHaveLength(3)
  })

  test('accepts or refuses any text without failing', () => {
    const name = fc.constantFrom(...Object.keys(SearchRequest.shape))
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'binary' })), (query) => {
        const { error, data } = SearchRequest.safeParse(query)
        expect(error ? error.issues.length : scopeOf(data!).size).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a structured search', () => {
  test('needs one part of an address, and not a part beside the whole', () => {
    expect(issuesOf(StructuredSearchRequest, { size: '2' })).toEqual([
      expect.stringMatching(/^address or another part is required: address, house_number, /),
    ])
    expect(issuesOf(StructuredSearchRequest, { address: 'a 1', street: 'a' })).toEqual([
      'street must not come with address: it is a part of it',
    ])
    expect(issuesOf(StructuredSearchRequest, { country: 'Andorra' })).toEqual([])
  })

  test('takes the names of parts that results and other services use', () => {
    const given = { housenumber: '7', street: 'Carrer Major', city: 'Ordino', postcode: 'AD300' }
    const request = StructuredSearchRequest.parse(given)
    expect(addressFieldsOf(request)).toEqual({
      houseNumber: '7',
      street: 'Carrer Major',
      locality: 'Ordino',
      postalcode: 'AD300',
    })
    expect(addressLine(request)).toBe('7 Carrer Major, Ordino, AD300')
    expect(withoutAddress(request)).toEqual({ size: 5 })
    expect(addressFieldsOf({ venue: 'Casa de la Vall' })).toEqual({ address: 'Casa de la Vall' })
    const twice = { city: 'Ordino', locality: 'Encamp', venue: 'Bar', street: 'Carrer Major' }
    expect(issuesOf(StructuredSearchRequest, twice)).toEqual([
      'street must not come with venue: send one of the two',
      'city is another name of locality: send one of the two',
    ])
  })

  test('is one line in its echo', () => {
    const parts = {
      house_number: '7',
      street: 'Carrer Major',
      locality: ' Ordino',
      postalcode: 'AD300',
    }
    expect(addressLine(parts)).toBe('7 Carrer Major, Ordino, AD300')
    expect(addressLine({ address: 'Carrer Major 7', country: 'AND' })).toBe('Carrer Major 7, AND')
  })
})

describe('reverse', () => {
  test('needs both coordinates, and takes its radius under either name', () => {
    expect(issuesOf(ReverseRequest, { lat: '1' })).toEqual(['lon is required'])
    expect(ReverseRequest.parse({ lat: '1', lon: '2', radius: '3' })).toMatchObject({
      radius: 3,
      size: 1,
    })
    expect(issuesOf(ReverseRequest, { lat: '1', lon: '2', radius: '51' })).toEqual([
      'radius must be at most 50',
    ])
    const both = { lat: '1', lon: '2', radius: '3', 'boundary.circle.radius': '3' }
    expect(issuesOf(ReverseRequest, both)).toHaveLength(1)
  })
})

describe('places', () => {
  test.each([
    [{ query: 'bar' }, 'near is required, or near.lat and near.lon in its place'],
    [{ query: 'bar', 'near.lat': '1' }, 'near.lon is required with near.lat'],
    [
      { query: 'bar', near: 'x', 'near.lat': '1' },
      'near.lat must not come with near: send one of the two',
    ],
    [{ near: 'x' }, 'query is required'],
    [{ query: 'bar', near: 'x', radius: '0.05' }, 'radius must be at least 0.1'],
  ])('refuses %j', (query, issue) => {
    expect(issuesOf(PlacesRequest, query)).toEqual([issue])
  })

  test('has a radius of 5 km and 10 results by default', () => {
    expect(PlacesRequest.parse({ query: 'bar', near: 'x' })).toMatchObject({ radius: 5, size: 10 })
  })
})

describe('parse', () => {
  test('takes its text under either name, and one of them', () => {
    expect(ParseRequest.parse({ address: 'a' })).toEqual({ address: 'a' })
    expect(issuesOf(ParseRequest, {})).toEqual(['text is required'])
    expect(issuesOf(ParseRequest, { text: 'a', address: 'b' })).toHaveLength(1)
    expect(issuesOf(ParseRequest, { text: 'a', country: 'nowhere' })).toHaveLength(1)
  })
})
