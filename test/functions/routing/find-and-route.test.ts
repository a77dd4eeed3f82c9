import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { truth } from '../../../demo-island/index.ts'
import { places } from '../../../functions/geocoding/places/contract.ts'
import { search } from '../../../functions/geocoding/search/contract.ts'
import { findAndRoute } from '../../../functions/routing/find-and-route/contract.ts'
import { isochrone } from '../../../functions/routing/isochrone/contract.ts'
import { route } from '../../../functions/routing/route/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { type EventOptions, proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'
import { runs } from '../../setup/suite.ts'

const document = makeOpenApiDocument([findAndRoute])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

const origin = { lat: 46.413945, lon: -28.435479 }

function issuesOf(body: Record<string, unknown>): [string, string][] {
  const request = { origin, destination: 'Lagrin', ...body }
  const { error } = findAndRoute.input.safeParse(request)
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}

describe('the contract of find-and-route', () => {
  test('names its schemas as components and requires origin and destination', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'FindAndRouteRequest',
        'FindAndRouteResponse',
        'FindAndRouteFeatureCollection',
        'Place',
        'Route',
        'RouteOrigin',
        'GeocodeFailedError',
        'LocationNotRoutableError',
      ]),
    )
    expect(schemas.FindAndRouteRequest!.required).toEqual(['origin', 'destination'])
  })

  test('costs 700 micro-dollars', () => {
    expect(findAndRoute.price).toBe(700)
  })

  test('has the defaults of route', () => {
    const {
      origin: _,
      destination,
      ...defaults
    } = findAndRoute.input.parse({
      origin,
      destination: 'Lagrin',
    })
    const ofRoute = route.input.parse({ locations: [origin, origin] })
    expect({ ...ofRoute, ...defaults }).toEqual(ofRoute)
    expect(Object.keys(defaults)).not.toHaveLength(0)
  })

  test('accepts countries as codes of two or three letters', () => {
    const request = findAndRoute.input.parse({
      origin: 'Lagrin',
      origin_country: 'and',
      destination: 'Lagrin',
      country: 'FR',
    })
    expect(request).toMatchObject({ origin_country: 'AND', country: 'FRA' })
  })

  test.each([
    [{ origin: undefined }, 'origin'],
    [{ origin: 7 }, 'origin'],
    [{ origin: { lat: 46, lng: -28 } }, 'origin'],
    [{ origin: { lat: 91, lon: 0 } }, 'origin.lat'],
    [{ origin: '  ' }, 'origin'],
    [{ origin: 'a'.repeat(801) }, 'origin'],
    [{ destination: undefined }, 'destination'],
    [{ destination: '' }, 'destination'],
    [{ destination: origin }, 'destination'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'Andorra' }, 'country'],
    [{ country: ['AND'] }, 'country'],
    [{ origin: 'Lagrin', origin_country: 'ZZ' }, 'origin_country'],
    [{ lang: 'not a language' }, 'lang.0'],
    [{ travel: 'boat' }, 'travel'],
    [{ travel_options: { auto: { heigth: 3 } } }, 'travel_options.auto'],
    [{ elevation_interval: 5 }, 'elevation_interval'],
    [{ departure_time: '2026-02-30T10:00' }, 'departure_time'],
    [{ exclude_locations: [{ lat: 0 }] }, 'exclude_locations.0.lon'],
    [{ narrative: 'yes' }, 'narrative'],
  ])('refuses %j', (body, path) => {
    const [first] = issuesOf(body)
    expect(first?.[0]).toBe(path)
  })
})

describe('the function find-and-route', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>
  beforeAll(async () => {
    caller = await newCaller(1_000_000_000)
  })

  async function call(operation: { id: string }, options: EventOptions) {
    const response = await (await handlerOf(operation))(proxyEvent({ caller, ...options }))
    return { ...response, json: JSON.parse(response.body) }
  }
  const ask = (body: Record<string, unknown>) => call(findAndRoute, { body })

  test.each(findAndRoute.examples)('answers its example: $summary', async ({ request }) => {
    const { statusCode, headers } = await ask(request)
    expect([statusCode, headers?.['x-charged']]).toEqual([200, '0.0007'])
    expect(headers).not.toHaveProperty('x-warnings')
  })

  const { towns, villages, landmarks, addresses, routable } = truth
  const destination = fc.constantFrom(
    ...[...Object.values(towns), ...villages, ...landmarks].map(({ name }) => name),
    ...addresses.map(({ street, number, city }) => `${street} ${number}, ${city}`),
    'Via Principala',
    'pharmacy',
    'bakery in Lagrin',
    'Museum',
    '46.4468,-28.4087',
  )
  const travel = fc.constantFrom('auto', 'pedestrian', 'bicycle')

  test('returns the same route as route and the same place as search, byte for byte', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...routable), destination),
        destination,
        fc.record({ travel, elevation_interval: fc.constantFrom(30, 100) }),
        fc.constantFrom('footstep', 'geojson'),
        async (from, to, options, format) => {
          const found = await ask({ origin: from, destination: to, ...options, format })
          if (found.statusCode !== 200) return
          answered++
          const plain = await ask({ origin: from, destination: to, ...options })
          const { lat, lng } = plain.json.origin.coordinates
          const end = plain.json.destination.coordinates
          const locations = [
            { lat, lon: lng },
            { lat: end.lat, lon: end.lng },
          ]
          const routed = await call(route, { body: { locations, ...options, format } })
          const query = {
            text: [to],
            size: ['20'],
            'focus.point.lat': [`${lat}`],
            'focus.point.lon': [`${lng}`],
          }
          const searched = await call(search, { method: 'GET', query })
          const first = JSON.stringify(searched.json.results[0])
          expect(JSON.stringify(plain.json.destination)).toBe(first)
          if (format === 'footstep') {
            expect(JSON.stringify(found.json.route)).toBe(JSON.stringify(routed.json.route))
          } else {
            const features = found.json.features.slice(0, routed.json.features.length)
            expect(JSON.stringify(features)).toBe(JSON.stringify(routed.json.features))
          }
        },
      ),
      { numRuns: runs(200) },
    )
    expect(answered).toBeGreaterThan(runs(200) / 2)
  }, 120_000)

  test('returns points for the origin, the destination and the alternatives in GeoJSON', async () => {
    const body = { origin: 'Port Serrin', destination: 'Via Principala' }
    const { json: plain } = await ask(body)
    const { headers, json } = await ask({ ...body, format: 'geojson' })
    expect(headers?.['content-type']).toContain('application/geo+json')
    type Properties = { kind: string }
    type Feature = { geometry: { type: string; coordinates: unknown }; properties: Properties }
    const features = json.features as Feature[]
    const kinds = features.map(({ properties }) => properties.kind)
    expect(kinds).toEqual([
      'route',
      'waypoint',
      'waypoint',
      'origin',
      'destination',
      'alternative',
      'alternative',
      'alternative',
    ])
    const places = [plain.origin, plain.destination, ...plain.alternatives]
    expect(plain.destination.bbox).toHaveLength(4)
    for (const [i, { coordinates, bbox, ...properties }] of places.entries()) {
      expect(features[3 + i]).toEqual({
        type: 'Feature',
        ...(bbox && { bbox }),
        geometry: { type: 'Point', coordinates: [coordinates.lng, coordinates.lat] },
        properties: { kind: kinds[3 + i], ...properties },
      })
      const [west, south, east, north] = json.bbox
      expect(coordinates.lat).toSatisfy((lat: number) => lat >= south && lat <= north)
      expect(coordinates.lng).toSatisfy((lng: number) => lng >= west && lng <= east)
    }
  })

  test('returns the terrain of the route', async () => {
    const { json } = await ask({ origin: 'Pradetta', destination: 'Fontarèl', travel: 'bicycle' })
    expect(json.route.terrain.total_ascent_meters).toBeGreaterThan(100)
    expect(json.route.legs[0].terrain.elevation_profile.length).toBeGreaterThan(10)
  })

  test('omits the narrative, with a warning', async () => {
    const { headers, json } = await ask({ origin, destination: 'Lagrin', narrative: true })
    expect(headers?.['x-warnings']).toBe('narrative left out: no language model is configured')
    expect(json).not.toHaveProperty('narrative')
    expect(json.route).not.toHaveProperty('narrative')
  })

  test('warns that fields of other operations are ignored', async () => {
    const { headers } = await ask({ origin, destination: 'Lagrin', alternates: 2, size: 3 })
    expect(headers?.['x-warnings']).toBe('ignored field "alternates"; ignored field "size"')
  })

  test.each([
    [{ destination: 'qxzzv wqkjh' }, 422, 'geocode_failed'],
    [{ destination: truth.peak.name }, 422, 'location_not_routable'],
    [{ destination: 'Lagrin', country: 'XX' }, 400, 'bad_request'],
  ])('charges nothing for %j', async (body, status, error) => {
    const { statusCode, headers, json } = await ask({ origin, ...body })
    expect([statusCode, headers?.['x-charged'], json.error]).toEqual([status, '0.00', error])
  })

  test('reports an unknown text in the same words as every operation', async () => {
    const text = 'qxzzv wqkjh'
    const asked = {
      destination: await ask({ origin, destination: text }),
      from: await call(isochrone, { body: { from: text, contours: [{ time: 5 }] } }),
      near: await call(places, { method: 'GET', query: { query: ['bar'], near: [text] } }),
    }
    for (const [field, { statusCode, json }] of Object.entries(asked)) {
      expect([statusCode, json]).toEqual([
        422,
        {
          error: 'geocode_failed',
          message: `No place "${text}" is known in this region: change ${field}.`,
          partial: { resolved_locations: [], unresolved_locations: [{ field, text }] },
        },
      ])
    }
  })
})
