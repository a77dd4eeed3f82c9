import { describe, expect, test } from 'vitest'
import { route } from '../../../functions/routing/route/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'

const document = makeOpenApiDocument([route])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

describe('the contract of route', () => {
  test.each(route.examples)('has a valid example: $summary', ({ request }) => {
    expect(route.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'RouteRequest',
        'RouteResponse',
        'Route',
        'Leg',
        'Step',
        'Terrain',
        'TravelOptions',
        'TruckOptions',
        'RouteFeatureCollection',
      ]),
    )
  })

  test('documents the options of each travel type with range and default', () => {
    expect(schemas.TravelOptions!.properties).toMatchObject({
      truck: { $ref: '#/components/schemas/TruckOptions' },
    })
    expect(schemas.TruckOptions).toMatchObject({
      additionalProperties: false,
      properties: { height: { type: 'number', minimum: 0, maximum: 10, default: 4.11 } },
    })
  })

  test('requires nothing but locations', () => {
    expect(schemas.RouteRequest!.required).toEqual(['locations'])
  })

  test('costs 700 micro-dollars', () => {
    expect(route.price).toBe(700)
  })
})
