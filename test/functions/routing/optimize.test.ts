import { beforeAll, describe, expect, test } from 'vitest'
import { truth } from '../../../demo-island/index.ts'
import { optimize } from '../../../functions/routing/optimize/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

const document = makeOpenApiDocument([optimize])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

describe('the contract of optimize', () => {
  test('names its schemas as components and shares Route with the route operation', () => {
    expect(schemas).toMatchObject({
      OptimizeRequest: {
        required: ['locations'],
        properties: { locations: { minItems: 4, maxItems: 50 } },
      },
      OptimizeResponse: {
        required: ['route', 'optimized_order', 'savings'],
        properties: { route: { $ref: '#/components/schemas/Route' } },
      },
      OptimizeFeatureCollection: {},
    })
  })

  test('costs 5,000 micro-dollars', () => {
    expect(optimize.price).toBe(5_000)
  })
})

describe('the function of optimize', () => {
  let handler: Awaited<ReturnType<typeof handlerOf>>
  let caller: Awaited<ReturnType<typeof newCaller>>

  beforeAll(async () => {
    caller = await newCaller()
    handler = await handlerOf(optimize)
  })

  const [plain, geojson] = optimize.examples.map(({ request }) => request)

  test('answers its examples without a warning, saves time in each, and charges each', async () => {
    for (const request of [plain, geojson]) {
      const { statusCode, headers, body } = await handler(proxyEvent({ body: request, caller }))
      expect(statusCode).toBe(200)
      expect(JSON.parse(body).savings.time_saved_seconds).toBeGreaterThan(0)
      expect(headers).not.toHaveProperty('x-warnings')
      expect(headers).toMatchObject({
        'x-charged': '0.005',
        'server-timing': expect.stringMatching(/matrix;dur=.*search;dur=.*engine;dur=/),
      })
    }
  })

  test('returns the same bytes for the same body', async () => {
    const body = { locations: truth.routable, travel: 'pedestrian', elevation_interval: 100 }
    const [one, other] = [
      await handler(proxyEvent({ body, caller })),
      await handler(proxyEvent({ body, caller })),
    ]
    expect(one.statusCode).toBe(200)
    expect(other.body).toBe(one.body)
  })

  test('refuses a stop without a road with 422 and its index, and charges nothing', async () => {
    const sea = { lat: truth.bounds.min_lat, lon: truth.bounds.min_lon }
    const body = { locations: [...truth.routable.slice(0, 4), sea] }
    const { statusCode, headers, body: text } = await handler(proxyEvent({ body, caller }))
    expect([statusCode, headers?.['x-charged']]).toEqual([422, '0.00'])
    expect(JSON.parse(text)).toMatchObject({ error: 'location_not_routable', location_index: 4 })
  })

  test('refuses three stops with 400', async () => {
    const body = { locations: truth.routable.slice(0, 3) }
    const { statusCode, body: text } = await handler(proxyEvent({ body, caller }))
    expect(statusCode).toBe(400)
    expect(JSON.parse(text).details).toMatchObject([{ path: 'locations' }])
  })
})
