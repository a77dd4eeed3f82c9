import { beforeAll, describe, expect, test } from 'vitest'
import { SearchAlongRouteFeatureCollection } from '#routing/along-route/schemas'
import { searchAlongRoute } from '../../../functions/routing/search-along-route/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

const document = makeOpenApiDocument([searchAlongRoute])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

const locations = [
  { lat: 46.38566, lon: -28.446065 },
  { lat: 46.513845, lon: -28.400642 },
]
const search = 'restaurant'

function issuesOf(body: Record<string, unknown>): string[] {
  const { error } = searchAlongRoute.input.safeParse({ locations, search, ...body })
  return (error?.issues ?? []).map(({ path }) => path.join('.'))
}

describe('the contract of search-along-route', () => {
  test.each(searchAlongRoute.examples)('has a valid example: $summary', ({ request }) => {
    expect(searchAlongRoute.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components and shares Route with the route operation', () => {
    expect(schemas).toMatchObject({
      SearchAlongRouteRequest: { required: ['locations', 'search'] },
      SearchAlongRouteResponse: {
        required: ['route', 'places'],
        properties: {
          route: { $ref: '#/components/schemas/Route' },
          places: { items: { $ref: '#/components/schemas/PlaceAlongRoute' } },
        },
      },
      PlaceAlongRoute: {
        required: ['place', 'detour_seconds', 'detour_meters', 'position_along_route_percent'],
      },
      SearchAlongRouteFeatureCollection: {},
    })
  })

  test('costs 2,000 micro-dollars', () => {
    expect(searchAlongRoute.price).toBe(2_000)
  })

  test('defaults to a car and detours of up to 10 minutes', () => {
    expect(searchAlongRoute.input.parse({ locations, search })).toMatchObject({
      travel: 'auto',
      max_detour_seconds: 600,
      elevation_interval: 30,
      units: 'kilometers',
      language: 'en-US',
    })
  })

  test.each([
    [{ locations: [locations[0]] }, 'locations'],
    [{ locations: Array(21).fill(locations[0]) }, 'locations'],
    [{ search: '  ' }, 'search'],
    [{ search: undefined }, 'search'],
    [{ search: 'a'.repeat(801) }, 'search'],
    [{ max_detour_seconds: 59 }, 'max_detour_seconds'],
    [{ max_detour_seconds: 3_601 }, 'max_detour_seconds'],
    [{ max_results: 0 }, 'max_results'],
    [{ max_results: 21 }, 'max_results'],
    [{ limit: 2.5 }, 'limit'],
    [{ size: '5' }, 'size'],
    [{ limit: 5, size: 5 }, 'size'],
    [{ travel: 'boat' }, 'travel'],
    [{ travel_options: { auto: { hight: 3 } } }, 'travel_options.auto'],
    [{ elevation_interval: 5 }, 'elevation_interval'],
    [{ language: 'xx' }, 'language'],
    [{ exclude_locations: Array(51).fill(locations[0]) }, 'exclude_locations'],
  ])('refuses %j', (body, path) => {
    expect(issuesOf(body)).toEqual([path])
  })

  test.each([{ max_results: 1 }, { limit: 20 }, { size: 10 }, { max_detour_seconds: 60 }])(
    'accepts %j',
    (body) => expect(issuesOf(body)).toEqual([]),
  )
})

describe('the function of search-along-route', () => {
  let handler: Awaited<ReturnType<typeof handlerOf>>
  let caller: Awaited<ReturnType<typeof newCaller>>
  const post = async (body: Record<string, unknown>) => {
    const { statusCode, headers = {}, body: text } = await handler(proxyEvent({ body, caller }))
    return { statusCode, headers, json: JSON.parse(text) }
  }

  beforeAll(async () => {
    caller = await newCaller()
    handler = await handlerOf(searchAlongRoute)
  })

  test('answers a request with the route and places, and charges for it', async () => {
    const { statusCode, headers, json } = await post({ locations, search, max_results: 3 })
    expect(statusCode).toBe(200)
    expect(headers['x-charged']).toBe('0.002')
    expect(json.places.length).toBe(3)
    expect(json.places[0].place).toMatchObject({ place_type: 'venue', country_code: 'XCA' })
    expect(json.route.legs.length).toBe(1)
  })

  test('answers as GeoJSON', async () => {
    const { headers, json } = await post({ locations, search, format: 'geojson' })
    expect(headers['content-type']).toMatch('application/geo+json')
    expect(SearchAlongRouteFeatureCollection.safeParse(json).error).toBe(undefined)
  })

  test('charges for an answer without places', async () => {
    const { statusCode, headers, json } = await post({ locations, search: 'xyzzyq' })
    expect([statusCode, headers['x-charged']]).toEqual([200, '0.002'])
    expect(json.places).toEqual([])
  })

  test('warns once of unknown fields and of options for another travel type', async () => {
    const travel_options = { truck: { height: 4 } }
    const { headers } = await post({ locations, search, travel_options, serach: 'x' })
    const warnings = String(headers['x-warnings'])
    expect(warnings.match(/ignored travel_options.truck/g)?.length).toBe(1)
    expect(warnings).toMatch('ignored field "serach"')
  })

  test('charges nothing when there is no route', async () => {
    const { statusCode, headers, json } = await post({
      locations: [locations[0], { lat: 46.3, lon: -28.6 }],
      search,
    })
    expect([statusCode, headers['x-charged']]).toEqual([422, '0.00'])
    expect(json).toMatchObject({ error: 'location_not_routable', location_index: 1 })
  })
})
