import { describe, expect, test } from 'vitest'
import { locate } from '../../../functions/routing/locate/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'

const document = makeOpenApiDocument([locate])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

const location = { lat: 42.5, lon: 1.5 }
const messageOf = (body: unknown) => locate.input.safeParse(body).error?.issues[0]?.message

describe('the contract of locate', () => {
  test.each(locate.examples)('has a valid example: $summary', ({ request }) => {
    expect(locate.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'LocateRequest',
        'LocateResponse',
        'LocateItem',
        'LocateEdge',
        'LocateFeatureCollection',
        'RoadClass',
        'Surface',
      ]),
    )
  })

  test('requires nothing but locations', () => {
    expect(schemas.LocateRequest!.required).toEqual(['locations'])
  })

  test('accepts 1 to 100 locations', () => {
    expect(messageOf({ locations: [location] })).toBe(undefined)
    expect(messageOf({ locations: Array(100).fill(location) })).toBe(undefined)
    expect(messageOf({ locations: [] })).toEqual(expect.any(String))
    expect(messageOf({ locations: Array(101).fill(location) })).toEqual(expect.any(String))
  })

  test('refuses options that are invalid for the travel type', () => {
    const body = { locations: [location], travel: 'truck', travel_options: { truck: { hight: 4 } } }
    expect(messageOf(body)).toEqual(expect.any(String))
  })

  test('costs 300 micro-dollars, however many locations there are', () => {
    expect(locate.price).toBe(300)
  })
})
