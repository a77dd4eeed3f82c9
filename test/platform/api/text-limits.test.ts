import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTextCharacters } from '#places/text/schemas'
import { maxQueryBytes, type Operation } from '#platform/api'
import { operations } from '../../../functions/operations.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'

const search = new URLSearchParams({
  size: '40',
  lang: 'zh-Hant-TW,pt-BR,fr-CA,de-CH,en-GB',
  place_types: 'venue,address,street,neighbourhood,locality,county,region,postalcode,country',
  'focus.point.lat': '-46.123456789012345',
  'focus.point.lon': '-128.12345678901234',
  'boundary.country': 'AND,FRA,ESP,DEU,ITA,CHE,AUT',
  'boundary.rect.min_lat': '-46.123456789012345',
  'boundary.rect.min_lon': '-128.12345678901234',
  'boundary.rect.max_lat': '-46.123456789012345',
  'boundary.rect.max_lon': '-128.12345678901234',
})

const named = (id: string) => operations.find((operation) => operation.id === id)!
const withText = (name: string) => (text: string) => ({ [name]: text })

/** Text fields: name, operation, and a function that makes a request with a given text. */
const takers: [string, Operation, (text: string) => Record<string, unknown>][] = [
  ['text of search', named('geocoding/search'), withText('text')],
  ['text of autocomplete', named('geocoding/autocomplete'), withText('text')],
  ['text of parse', named('geocoding/parse'), withText('text')],
  ['address of parse', named('geocoding/parse'), withText('address')],
  ['address of structured-search', named('geocoding/structured-search'), withText('address')],
  ['country of structured-search', named('geocoding/structured-search'), withText('country')],
  [
    'query of places',
    named('geocoding/places'),
    (query) => ({ query, 'near.lat': '1', 'near.lon': '1' }),
  ],
  [
    'destination of find-and-route',
    named('routing/find-and-route'),
    (destination) => ({ origin: { lat: 1, lon: 1 }, destination }),
  ],
  [
    'search of search-along-route',
    named('routing/search-along-route'),
    (search) => ({ locations: Array(2).fill({ lat: 1, lon: 1 }), search }),
  ],
  ['from of isochrone', named('routing/isochrone'), (from) => ({ from, contours: [{ time: 5 }] })],
]

test.each(takers)('%s accepts texts up to the common maximum length', (_, { input }, requestOf) => {
  const length = fc.integer({ min: maxTextCharacters - 2, max: maxTextCharacters + 2 })
  fc.assert(
    fc.property(length, fc.constantFrom('a ', '東', '%', ' é'), (characters, unit) => {
      const text = `${unit.repeat(characters).slice(0, characters - 1)}a`
      expect(input.safeParse(requestOf(text)).success).toBe(characters <= maxTextCharacters)
    }),
  )
})

test('the texts of one request share the maximum length', () => {
  const half = '東'.repeat(maxTextCharacters / 2)
  const [places, structured] = [named('geocoding/places'), named('geocoding/structured-search')]
  const findAndRoute = named('routing/find-and-route')
  const pairs: [Operation, string, string][] = [
    [places, 'query', 'near'],
    [findAndRoute, 'origin', 'destination'],
    [structured, 'street', 'locality'],
    [structured, 'region', 'country'],
  ]
  for (const [{ input }, one, other] of pairs) {
    expect(input.safeParse({ [one]: half, [other]: half }).error).toBeUndefined()
    const { error } = input.safeParse({ [one]: `${half}a`, [other]: half })
    expect(error?.issues.map(({ message }) => message)).toEqual([
      `must have at most 800 characters after normalisation (NFKC), together with the other texts: ${one}, ${other}; they have 801`,
    ])
  }
})

/** Every text field: the ones above, and the fields for longer texts and lists. */
const allTakers: typeof takers = [
  ...takers,
  ['query of ai/query', named('ai/query'), withText('query')],
  [
    'addresses of ai/parse-address',
    named('ai/parse-address'),
    (text) => ({ addresses: [{ text }] }),
  ],
]

const messageOf = ({ input }: Operation, request: Record<string, unknown>) =>
  input.safeParse(request).error?.issues[0]?.message

test.each(allTakers)(
  'the characters of %s are counted after normalisation',
  (_, operation, requestOf) => {
    // One character that stands for 18, and two characters that become one.
    expect(messageOf(operation, requestOf('\ufdfa'.repeat(790)))).toMatch(
      /^must have at most [\d,]+ characters after normalisation \(NFKC\); it has 14,220$/,
    )
    expect(messageOf(operation, requestOf('e\u0301 '.repeat(380)))).toBeUndefined()
  },
)

test.each(allTakers)('%s accepts words of at most 64 letters', (_, operation, requestOf) => {
  const letters = fc.integer({ min: 60, max: 68 })
  const unit = fc.constantFrom('a', 'e\u0301', 'д', '서', '३', 'ᾳ', 'カ', 'a\u200d', 'q.')
  fc.assert(
    fc.property(letters, unit, (count, each) => {
      const text = `Via ${each.repeat(count)} 5`
      const isWithin = count * each.replace(/[\u200d.]/g, '').normalize('NFKC').length <= 64
      const message = messageOf(operation, requestOf(text))
      if (isWithin) expect(message).toBeUndefined()
      else expect(message).toMatch(/^must have words of at most 64 letters .*; one has \d+$/)
    }),
  )
})

test.each(allTakers)(
  '%s refuses long words that are split by marks that normalisation removes',
  (...taker) => {
    const [, operation, requestOf] = taker
    const joined = `Via ${'abcdefghij\u3196'.repeat(8)} 5`
    expect(messageOf(operation, requestOf(joined))).toMatch(
      /^must have words of at most 64 letters/,
    )
  },
)

test.each(allTakers)(
  '%s accepts long runs of letters in scripts without word breaks',
  (_, operation, requestOf) => {
    const addresses = [
      '東京都千代田区丸の内'.repeat(20),
      // The full name of Bangkok, one run of 139 letters and marks.
      'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยามหาดิลกภพนพรัตนราชธานีบูรีรมย์อุดมราชนิเวศน์มหาสถานอมรพิมานอวตารสถิตสักกะทัตติยวิษณุกรรมประสิทธิ์',
      `https://www.google.com/maps/place/Encamp/@42.5,1.58,15z/data=${'3m1a4b1'.repeat(12)}`,
    ]
    for (const text of addresses) expect(messageOf(operation, requestOf(text))).toBeUndefined()
    expect(messageOf(operation, requestOf('ก'.repeat(201)))).toMatch(/at most 200 letters/)
  },
)

test('a text of maximum length fits into the query string with all other parameters, whatever its characters', () => {
  const get = takers.filter(([, { method }]) => method === 'GET')
  const unit = fc.constantFrom('a,', '%', '東', '\uffff', '👩', 'é,')
  fc.assert(
    fc.property(fc.constantFrom(...get), unit, ([, { input }, requestOf], each) => {
      const text = each.repeat(maxTextCharacters / each.length)
      const request = requestOf(text) as Record<string, string>
      expect(input.safeParse(request).error).toBeUndefined()
      const query = `${new URLSearchParams(request)}&${search}`
      expect(query.length).toBeLessThanOrEqual(maxQueryBytes)
    }),
  )
})

test('the OpenAPI document lists a maximum that passes for every text of a query string', () => {
  const paths = Object.values(makeOpenApiDocument(operations).paths!)
  const parameters = paths.flatMap(({ get }) => get?.parameters ?? []) as {
    name: string
    schema: { type?: string; maxLength?: number }
  }[]
  const texts = parameters.filter(({ schema }) => schema.type === 'string')
  expect(texts.map(({ name }) => name)).toContain('text')
  for (const { name, schema } of texts) {
    expect(schema.maxLength, name).toBeLessThanOrEqual(maxTextCharacters)
  }
})
