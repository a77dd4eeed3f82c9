import { beforeAll, describe, expect, test } from 'vitest'
import { computePrice } from '#platform/api'
import { operations } from '../../../functions/operations.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

/** Operations that answer at once; batch jobs have separate tests. */
const geocoding = operations.filter(
  ({ id }) => id.startsWith('geocoding/') && !id.startsWith('geocoding/jobs/'),
)

const usd: Record<string, string> = {
  'geocoding/search': '0.0003',
  'geocoding/autocomplete': '0.0001',
  'geocoding/structured-search': '0.0003',
  'geocoding/reverse': '0.0003',
  'geocoding/place': '0.0003',
  'geocoding/places': '0.0003',
  'geocoding/parse': '0.0001',
  'geocoding/batch': '0.0002',
}

describe('the contracts of geocoding', () => {
  test('are eight, and each has its price', () => {
    const prices = geocoding.map((candidate) => [
      candidate.id,
      String(computePrice(candidate) / 1_000_000),
    ])
    expect(Object.fromEntries(prices)).toEqual(usd)
  })

  test.each(geocoding)('$id documents numeric parameters as numbers', (operation) => {
    const document = makeOpenApiDocument([operation])
    expect(document.components!.schemas).toHaveProperty('BadRequestError')
    if (operation.method === 'POST') return
    const { get } = document.paths![operation.path]!
    const types = new Map(
      (get!.parameters as { name: string; schema: { type: string; default?: unknown } }[]).map(
        ({ name, schema }) => [name, schema],
      ),
    )
    const sized = { search: 5, autocomplete: 5, 'structured-search': 5, reverse: 1, places: 10 }
    const size = sized[operation.id.split('/')[1] as keyof typeof sized]
    if (size) expect(types.get('size')).toMatchObject({ type: 'integer', default: size })
    for (const [name, { type }] of types) {
      if (/lat$|lon$|radius$/.test(name)) expect([name, type]).toEqual([name, 'number'])
    }
  })
})

describe('the functions of geocoding', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>
  beforeAll(async () => {
    caller = await newCaller(10_000_000)
  })

  async function ask(id: string, request: Record<string, unknown>) {
    const operation = geocoding.find((candidate) => candidate.id === `geocoding/${id}`)!
    const { method } = operation
    const values = Object.entries(request).map(([name, value]) => [name, [String(value)]])
    const event = method === 'POST' ? { body: request } : { query: Object.fromEntries(values) }
    const response = await (await handlerOf(operation))(proxyEvent({ method, caller, ...event }))
    return { ...response, json: JSON.parse(response.body) }
  }

  const examples = geocoding.flatMap(({ id, examples }) =>
    examples.map(({ name, request }) => ({ id: id.split('/')[1]!, name, request })),
  )

  test.each(examples)(
    '$id answers its example $name and charges it',
    async ({ id, name, request }) => {
      const { statusCode, headers, json } = await ask(id, request)
      expect(statusCode).toBe(200)
      expect(headers).not.toHaveProperty('x-warnings')
      expect(Number(headers?.['x-charged'])).toBeGreaterThan(0)
      if (id !== 'parse' && name !== 'unknown') expect(json.results.length).toBeGreaterThan(0)
    },
  )

  test('search finds a house and echoes the search text', async () => {
    const { json } = await ask('search', { text: 'Via Pegna 5, Pradetta', layers: 'address' })
    expect(json.results[0]).toMatchObject({
      label: 'Via Pegna 5, 1130 Pradetta, Isla Carvenna',
      coordinates: { lat: 46.446855, lng: -28.408717 },
      country_code: 'XCA',
      confidence: 1,
      place_type: 'address',
      match_type: 'exact',
    })
    expect(json.query).toEqual({
      text: 'Via Pegna 5, Pradetta',
      size: 5,
      place_types: ['address'],
    })
  })

  test('search returns no results for a meaningless text, and is charged', async () => {
    const { statusCode, headers, json } = await ask('search', { text: 'qxzzv wqkjh' })
    expect([statusCode, headers?.['x-charged']]).toEqual([200, '0.0003'])
    expect(json.results).toEqual([])
  })

  test.each(['search', 'autocomplete', 'structured-search'])(
    '%s filters by country',
    async (id) => {
      const text = id === 'structured-search' ? { locality: 'Lagrin' } : { text: 'Lagrin' }
      expect((await ask(id, { ...text, 'boundary.country': 'XCA' })).json.results).not.toEqual([])
      expect((await ask(id, { ...text, 'boundary.country': 'AND' })).json.results).toEqual([])
    },
  )

  test('structured-search echoes its fields as one line', async () => {
    const { json } = await ask('structured-search', {
      address: 'Via Pegna 5',
      locality: 'Pradetta',
    })
    expect(json.results[0]).toMatchObject({ street: 'Via Pegna', house_number: '5' })
    expect(json.query).toEqual({ text: 'Via Pegna 5, Pradetta', size: 5 })
  })

  test('reverse names the address of a point, and echoes the radius under one name', async () => {
    const point = { lat: 46.446855, lon: -28.408717 }
    const { json } = await ask('reverse', { ...point, radius: 0.1 })
    expect(json.results).toMatchObject([{ label: expect.stringMatching(/^Via Pegna 5/) }])
    expect(json.query).toEqual({ ...point, size: 1, 'boundary.circle.radius': 0.1 })
  })

  test('place returns the result of a search by its id, in the requested language', async () => {
    for (const text of ['Via Pegna 5, Pradetta', 'Via Pegna, Pradetta', 'Lagrin', '1130']) {
      const { json } = await ask('search', { text, size: 1, lang: 'de' })
      const [found] = json.results
      const byId = await ask('place', { id: ` ${found.id} `, lang: 'de' })
      expect(byId.json).toEqual({ results: [{ ...found, confidence: 1, match_type: 'exact' }] })
      expect(byId.headers?.['x-charged']).toBe('0.0003')
    }
    const unknown = await ask('place', { id: 'osm:node/1' })
    expect([unknown.statusCode, unknown.json]).toEqual([200, { results: [] }])
    expect((await ask('place', {})).json.details).toEqual([{ path: 'id', message: 'is required' }])
  })

  test('search reports a point outside the region with a warning and no results', async () => {
    const requests = [
      ['reverse', { lat: 10, lon: 10 }],
      ['places', { query: 'bar', 'near.lat': 10, 'near.lon': 10 }],
      ['search', { text: '10.0, 10.0' }],
    ] as const
    for (const [id, request] of requests) {
      const { json, headers } = await ask(id, request)
      expect(json.results).toEqual([])
      expect(headers?.['x-warnings']).toMatch(/outside the region/)
    }
  })

  test('places returns its centre and the distance of each result, nearest first', async () => {
    const { json } = await ask('places', { query: 'restaurant', near: 'Port Serrin', radius: 3 })
    const distances = json.results.map(
      (place: { distance_meters: number }) => place.distance_meters,
    )
    expect(distances.length).toBeGreaterThan(1)
    expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
    expect(json.query).toEqual({
      query: 'restaurant',
      near: { lat: expect.closeTo(46.3857, 2), lon: expect.closeTo(-28.446, 2) },
      radius: 3,
      size: 10,
    })
  })

  test('places refuses an unknown place with 422, and is not charged', async () => {
    const { statusCode, headers, json } = await ask('places', { query: 'bar', near: 'qxzzv wqkjh' })
    expect([statusCode, headers?.['x-charged']]).toEqual([422, '0.00'])
    expect(json).toEqual({
      error: 'geocode_failed',
      message: 'No place "qxzzv wqkjh" is known in this region: change near.',
      partial: {
        resolved_locations: [],
        unresolved_locations: [{ field: 'near', text: 'qxzzv wqkjh' }],
      },
    })
  })

  test('places refuses an address in an unknown town with 422, and reports the known part', async () => {
    const near = 'Via Pegna 5, Qxzzv'
    const { statusCode, json } = await ask('places', { query: 'bar', near })
    expect(statusCode).toBe(422)
    expect(json.message).toMatch(
      /^No place "Via Pegna 5, Qxzzv" .* has only a part of it: change near\.$/,
    )
  })

  test('batch charges every item, found or not found', async () => {
    const { headers, json } = await ask('batch', {
      items: [{ text: 'Lagrin' }, { text: 'qxzzv wqkjh' }, { nonsense: 1 }],
    })
    expect(headers?.['x-charged']).toBe('0.0006')
    expect(json.summary).toEqual({ total: 3, matched: 1, failed: 2 })
    expect(json.results[2]).toMatchObject({ index: 2, results: [], error: 'bad_request' })
  })

  test('batch refuses an answer over 6 MB with advice', async () => {
    const items = Array.from({ length: 1000 }, () => ({ text: 'restaurant', size: 40 }))
    const { statusCode, headers, json } = await ask('batch', { items })
    expect([statusCode, headers?.['x-charged']]).toEqual([413, '0.00'])
    expect(json.message).toContain('Send fewer items at once')
  }, 60_000)

  test('parse returns the text and its components', async () => {
    const { json } = await ask('parse', { address: 'Via Pegna 5, 1130 Pradetta' })
    expect(json).toMatchObject({
      input: 'Via Pegna 5, 1130 Pradetta',
      components: { house_number: '5', postcode: '1130' },
    })
  })

  test('report the time of each stage', async () => {
    const { headers } = await ask('search', { text: 'Lagrin' })
    expect(headers?.['server-timing']).toMatch(/search;dur=.*describe;dur=/)
  })
})
