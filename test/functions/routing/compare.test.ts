import { beforeAll, describe, expect, test } from 'vitest'
import { truth } from '../../../demo-island/index.ts'
import { compare } from '../../../functions/routing/compare/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

const document = makeOpenApiDocument([compare])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

describe('the contract of compare', () => {
  test('names its schemas as components and shares Route with the route operation', () => {
    expect(schemas).toMatchObject({
      CompareRequest: { required: ['locations', 'travel_modes'] },
      CompareResponse: {
        properties: {
          routes: { properties: { truck: { $ref: '#/components/schemas/Route' } } },
          comparison: { $ref: '#/components/schemas/Comparison' },
        },
      },
      CompareFeatureCollection: {},
    })
  })

  test('documents that travel types are unique', () => {
    expect(schemas.CompareRequest!.properties).toMatchObject({
      travel_modes: { minItems: 2, maxItems: 4, uniqueItems: true },
    })
  })

  test('costs 2,000 micro-dollars', () => {
    expect(compare.price).toBe(2_000)
  })
})

describe('the function of compare', () => {
  let handler: Awaited<ReturnType<typeof handlerOf>>
  let caller: Awaited<ReturnType<typeof newCaller>>

  beforeAll(async () => {
    caller = await newCaller()
    handler = await handlerOf(compare)
  })

  const [plain, geojson] = compare.examples.map(({ request }) => request)

  test('answers its examples without a warning and charges each', async () => {
    for (const body of [plain, geojson]) {
      const { statusCode, headers } = await handler(proxyEvent({ body, caller }))
      expect(statusCode).toBe(200)
      expect(headers).not.toHaveProperty('x-warnings')
      expect(headers).toMatchObject({
        'x-charged': '0.002',
        'server-timing': expect.stringMatching(/engine;dur=.*describe;dur=/),
      })
    }
  })

  test('returns GeoJSON when the body or the accept header requests it', async () => {
    const asked = await handler(proxyEvent({ body: geojson, caller }))
    const accepted = await handler(
      proxyEvent({ body: plain, caller, headers: { accept: 'application/geo+json' } }),
    )
    for (const { headers, body } of [asked, accepted]) {
      expect(headers?.['content-type']).toContain('application/geo+json')
      expect(JSON.parse(body).type).toBe('FeatureCollection')
    }
  })

  test.each([
    ['422 where no travel type has a road', truth.bounds.min_lat, truth.bounds.min_lon, 422],
    ['422 where a location is outside the region', -80, 100, 422],
  ])('refuses with %s and charges nothing', async (_, lat, lon, status) => {
    const locations = [(plain as { locations: unknown[] }).locations[0], { lat, lon }]
    const body = { locations, travel_modes: ['auto', 'bus'] }
    const { statusCode, headers, body: text } = await handler(proxyEvent({ body, caller }))
    expect([statusCode, headers?.['x-charged']]).toEqual([status, '0.00'])
    expect(JSON.parse(text)).toMatchObject({
      message: expect.stringMatching(/auto: .*bus: /),
      unavailable: [{ travel: 'auto' }, { travel: 'bus' }],
    })
  })

  test('names unknown fields', async () => {
    const { headers } = await handler(proxyEvent({ body: { ...plain, alternates: 1 }, caller }))
    expect(headers?.['x-warnings']).toContain('alternates')
  })
})
