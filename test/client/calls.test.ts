import { CairnClient, isCairnError } from 'cairn-client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { clientOf, json, refusal } from './server-double.ts'

const point = { lat: 46.413945, lon: -28.435479 }
const locations = [point, { lat: 46.436097, lon: -28.418836 }]

describe('a request', () => {
  test('carries its input as JSON and the key in a header when it is a POST', async () => {
    const { cairn, sent } = clientOf([json({})])
    await cairn.routing.route({ locations, language: undefined })
    expect(sent[0]).toMatchObject({
      url: 'https://cairn.example/v1/routing/route',
      init: {
        method: 'POST',
        headers: { 'x-api-key': 'sk_live_k', accept: 'application/json' },
        body: JSON.stringify({ locations }),
        redirect: 'manual',
      },
    })
  })

  test('carries its input in the query, with lists joined by commas, when it is a GET', async () => {
    const { cairn, sent } = clientOf([json({})])
    const place_types = ['venue', 'street'] as const
    await cairn.geocoding.reverse({ lat: 1.5, lon: -2, place_types: [...place_types] })
    expect(sent[0]!.url).toBe(
      'https://cairn.example/v1/geocoding/reverse?lat=1.5&lon=-2&place_types=venue%2Cstreet',
    )
  })

  test('carries a path parameter in the path, encoded', async () => {
    const { cairn, sent } = clientOf([json({})], { url: 'https://cairn.example/' })
    await cairn.geocoding.jobs.show({ job_id: 'a/b' })
    expect(sent[0]!.url).toBe('https://cairn.example/v1/geocoding/jobs/a%2Fb')
  })

  test('is not sent without its path parameter', async () => {
    const { cairn, sent } = clientOf([json({})])
    await expect(cairn.geocoding.jobs.cancel({ job_id: '' })).rejects.toThrow('job_id is missing')
    expect(sent).toEqual([])
  })
})

describe('an answer', () => {
  test('has the type of its format', async () => {
    const collection = { type: 'FeatureCollection', features: [] }
    const { cairn, sent } = clientOf([json(collection)])
    const geojson = await cairn.routing.route({ locations, format: 'geojson' })
    expectTypeOf(geojson.type).toEqualTypeOf<'FeatureCollection'>()
    expect(sent[0]!.init.headers.accept).toBe('application/geo+json')
    // @ts-expect-error: GeoJSON has no `route`.
    expect(geojson.route).toBeUndefined()

    const plain = () => cairn.routing.route({ locations })
    expectTypeOf<Awaited<ReturnType<typeof plain>>['route']['distance_meters']>().toBeNumber()
    const either = (format: 'footstep' | 'geojson') => cairn.routing.route({ locations, format })
    expectTypeOf<Awaited<ReturnType<typeof either>>>().toEqualTypeOf<
      Awaited<ReturnType<typeof plain>> | typeof geojson
    >()
  })

  test('carries the cost of the call', async () => {
    const headers = {
      'x-request-id': 'r',
      'x-charged': '0.0003',
      'x-balance': '4.9997',
      'x-warnings': 'ignored field "a"; ignored field "b"',
    }
    const { cairn } = clientOf([json({ results: [] }, 200, headers)])
    const { data, facts } = await cairn.geocoding.search({ text: 'a' }).withFacts()
    expect(data.results).toEqual([])
    expect(facts).toEqual({
      status: 200,
      requestId: 'r',
      chargedUsd: '0.0003',
      balanceUsd: '4.9997',
      warnings: ['ignored field "a"', 'ignored field "b"'],
      replayed: false,
      attempts: 1,
    })
  })

  test('rejects once when it is an error and only its facts are awaited', async () => {
    const { cairn } = clientOf([refusal(402, 'payment_required')])
    await expect(cairn.geocoding.search({ text: 'a' }).withFacts()).rejects.toMatchObject({
      code: 'payment_required',
    })
  })
})

test('an error is narrowed by its code', async () => {
  const body = { error: 'location_not_routable', message: 'No road.', location_index: 1 }
  const { cairn } = clientOf([json(body, 422, { 'x-request-id': 'r' })])
  const error: unknown = await cairn.routing.route({ locations }).catch((error) => error)
  if (!isCairnError(error)) throw error
  expect(error.requestId).toBe('r')
  if (error.code !== 'location_not_routable') throw error
  expectTypeOf(error.body.location_index).toEqualTypeOf<number | undefined>()
  // @ts-expect-error: another error has this field.
  expect(error.body.suggestions).toBeUndefined()
  expect(error.body.location_index).toBe(1)
})

describe('a signal', () => {
  const never = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })

  test('aborts a call with its reason', async () => {
    const { cairn } = clientOf([never])
    const typing = new AbortController()
    const call = cairn.geocoding.autocomplete({ text: 'a' }, { signal: typing.signal })
    typing.abort(new Error('typed on'))
    await expect(call).rejects.toThrow('typed on')
  })

  test('sends nothing when it was aborted before the call', async () => {
    const { cairn, sent } = clientOf([json({})])
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(cairn.geocoding.search({ text: 'a' }, { signal })).rejects.toThrow('too late')
    expect(sent).toEqual([])
  })
})

test('an address that is not HTTP and a missing key are refused', () => {
  expect(() => new CairnClient({ url: 'cairn.example', key: 'k' })).toThrow(/url must begin/)
  expect(() => new CairnClient({ url: 'https://cairn.example', key: '' })).toThrow(/key is missing/)
})
