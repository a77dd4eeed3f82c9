import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#platform/errors'
import type { Engine } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { gazetteerOf, type Sketch } from '../../places/search/small-gazetteer.ts'
import { ask, builtRegion, type Region } from './ask.ts'

const { portSerrin, lagrin } = truth.towns
const position = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lon })

let demo: Region
beforeAll(async () => {
  demo = await builtRegion('demo')
})

/** Returns the error of a refused request. */
async function refusalOf(body: Record<string, unknown>, region = demo): Promise<ApiError> {
  const error = await ask(region, body).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('the origin', () => {
  test('is echoed as coordinates alone when it is a position', async () => {
    const origin = { lat: 46.4139451234, lon: -28.4354791234 }
    const { answer } = await ask(demo, { origin, destination: 'Lagrin' })
    expect(answer.origin).toEqual({ coordinates: { lat: 46.413945, lng: -28.435479 } })
    expect(answer.route.waypoints[0]).toMatchObject({ lat: 46.413945, lon: -28.435479 })
  })

  test('is echoed with the place that its text names', async () => {
    const { answer, warnings } = await ask(demo, { origin: 'Port Serrin', destination: 'Lagrin' })
    expect(answer.origin).toEqual({
      coordinates: {
        lat: expect.closeTo(portSerrin.lat, 2),
        lng: expect.closeTo(portSerrin.lon, 2),
      },
      resolved_from: 'Port Serrin',
      name: 'Port Serrin',
      label: 'Port Serrin, Carvenna Sid, Isla Carvenna',
      place_type: 'locality',
      country: 'Isla Carvenna',
      country_code: 'XCA',
    })
    expect(warnings).toEqual([])
  })

  test('may be text with coordinates or a near phrase', async () => {
    const at = await ask(demo, { origin: '46.41, -28.43', destination: 'Lagrin' })
    expect(at.answer.origin).toMatchObject({
      coordinates: { lat: 46.41, lng: -28.43 },
      resolved_from: '46.41, -28.43',
    })
    expect(at.warnings).toEqual([])
    const near = await ask(demo, { origin: 'bakery in Lagrin', destination: 'Port Serrin' })
    expect(near.answer.origin).toMatchObject({ place_type: 'venue', country_code: 'XCA' })
  })

  test('is the focus of the search for the destination', async () => {
    const destinations = await Promise.all(
      [portSerrin, lagrin].map(async (town) => {
        const { answer } = await ask(demo, { origin: position(town), destination: 'pharmacy' })
        return answer.destination.locality
      }),
    )
    expect(destinations).toEqual(['Port Serrin', 'Lagrin'])
  })

  test('may equal the destination, with a route of 0 m', async () => {
    const { answer } = await ask(demo, { origin: 'Lagrin', destination: 'Lagrin' })
    expect(answer.route.distance_meters).toBe(0)
    expect(answer.destination).toMatchObject({ place_type: 'locality', name: 'Lagrin' })
  })

  test('prefixes the warnings of its search with its field name', async () => {
    const origin = `Lagrin${' ,'.repeat(200)} x`
    const { warnings } = await ask(demo, { origin, destination: 'Port Serrin' })
    expect(warnings).toEqual([expect.stringMatching(/^origin: only the first .* are used$/)])
  })
})

describe('country hints', () => {
  const town = (id: string, countryCode: string, { lat, lon }: { lat: number; lon: number }) =>
    ({ id, type: 'locality', name: 'Belvair', countryCode, lat, lon }) satisfies Sketch

  test('restrict each text to its country, by codes of two or three letters', async () => {
    const [first, second] = truth.routable
    const gazetteer = await gazetteerOf([town('a', 'AND', first!), town('b', 'FRA', second!)])
    const region = { engine: demo.engine, gazetteer }
    for (const [origin_country, country] of [
      ['AND', 'FRA'],
      ['fr', 'ad'],
    ]) {
      const { answer } = await ask(region, {
        origin: 'Belvair',
        origin_country,
        destination: 'Belvair',
        country,
      })
      const [from, to] = origin_country === 'AND' ? ['AND', 'FRA'] : ['FRA', 'AND']
      expect([answer.origin.country_code, answer.destination.country_code]).toEqual([from, to])
      expect(answer).not.toHaveProperty('alternatives')
    }
  })

  test('cause a warning for an origin that is a position', async () => {
    const body = { origin: position(lagrin), origin_country: 'XCA', destination: 'Lagrin' }
    const { warnings } = await ask(demo, body)
    expect(warnings).toEqual(['ignored origin_country: the origin is a position'])
  })

  test('appear in the error message when the text names no place there', async () => {
    const error = await refusalOf({ origin: 'Lagrin', destination: 'Pradetta', country: 'AND' })
    expect(error.message).toBe(
      'No place "Pradetta" in AND is known in this region: change destination.',
    )
  })
})

describe('the destination', () => {
  test('has its county and neighbourhood', async () => {
    const [here, there] = truth.routable
    const area = (id: string, type: Sketch['type'], parents: string[]): Sketch => {
      return { id, type, name: `The ${id}`, ...here!, parents }
    }
    const parents = ['neighbourhood', 'town', 'county', 'region']
    const gazetteer = await gazetteerOf([
      area('region', 'region', []),
      area('county', 'county', ['region']),
      area('town', 'locality', ['county', 'region']),
      area('neighbourhood', 'neighbourhood', ['town', 'county', 'region']),
      { id: 'museum', type: 'venue', name: 'Museum', ...there!, parents },
      { id: 'other', type: 'venue', name: 'Museum', ...truth.routable[2]!, parents: ['county'] },
    ])
    const region = { engine: demo.engine, gazetteer }
    const { answer } = await ask(region, { origin: there, destination: 'Museum' })
    expect(answer.destination).toMatchObject({
      id: 'museum',
      county: 'The county',
      neighbourhood: 'The neighbourhood',
      locality: 'The town',
      region: 'The region',
    })
    expect(answer.alternatives).toMatchObject([{ id: 'other', county: 'The county' }])
  })

  test('has its names in the requested languages', async () => {
    const { name, english } = truth.lake
    const body = { origin: position(lagrin), destination: name, travel: 'pedestrian' }
    expect((await ask(demo, body)).answer.destination.name).toBe(name)
    expect((await ask(demo, { ...body, lang: 'en' })).answer.destination.name).toBe(english)
  })

  test('is exactly the given position when it is coordinates', async () => {
    const { answer, warnings } = await ask(demo, {
      origin: 'Lagrin',
      destination: '46.4468,-28.4087',
    })
    expect(answer.destination.coordinates).toEqual({ lat: 46.4468, lng: -28.4087 })
    expect(warnings).toEqual([])
  })

  test('may be an area, with the route ending at its coordinates', async () => {
    const { answer } = await ask(demo, { origin: 'Lagrin', destination: 'Isla Carvenna' })
    const { coordinates, place_type } = answer.destination
    expect(place_type).toBe('country')
    expect(answer.route.waypoints.at(-1)).toMatchObject({
      lat: coordinates.lat,
      lon: coordinates.lng,
    })
  })

  test.each([
    ['the street of an unknown house number', 'Via Pegna 999, Pradetta', 'fallback', 0.8],
    ['found by one of two words', 'Lagrin qxzzv', 'fallback', 0.54],
    ['found by one of three words', 'Lagrin qxzzv wqkjh', 'fallback', 0.49],
  ])('has a warning when it is %s', async (_, destination, matchType, confidence) => {
    const { answer, warnings } = await ask(demo, { origin: position(lagrin), destination })
    expect(answer.destination).toMatchObject({ match_type: matchType, confidence })
    expect(warnings).toEqual([
      `destination: matched in part, with a confidence of ${confidence}; check the label`,
    ])
  })

  test('has no warning when one letter was corrected', async () => {
    const { answer, warnings } = await ask(demo, {
      origin: position(lagrin),
      destination: 'Pradeta',
    })
    expect(answer.destination).toMatchObject({ name: 'Pradetta', confidence: 0.98 })
    expect(warnings).toEqual([])
  })
})

describe('a text that matches no place', () => {
  const unknown = 'qxzzv wqkjh'

  test('returns geocode_failed even when it states an unknown town', async () => {
    const error = await refusalOf({ origin: 'Lagrin', destination: 'Via Pegna 5, Qxzzv' })
    expect(error.toJSON()).toMatchObject({
      error: 'geocode_failed',
      message: expect.stringMatching(
        /^No place "Via Pegna 5, Qxzzv" is known in this region; "Via Pegna 5, .*" has only a part of it: change destination\.$/,
      ),
    })
  })

  test.each(['Via Curtinas 12', 'Museum Tschierv', 'Via Runcalet 34', 'Via Principala'])(
    'returns geocode_failed for %s in any unknown town',
    async (place) => {
      for (const town of ['Qxzzv', 'London', 'Bad Qxzzv', '75001 Paris', 'Qxzzv, France']) {
        for (const text of [`${place}, ${town}`, `${place}, ${town}, Isla Carvenna`]) {
          const error = await refusalOf({ origin: text, destination: 'Lagrin' })
          expect([text, error.code]).toEqual([text, 'geocode_failed'])
        }
      }
    },
  )

  test('returns geocode_failed, and partial identifies the text', async () => {
    const origin = { field: 'origin', text: 'Lagrin' }
    const error = await refusalOf({ origin: 'Lagrin', destination: unknown })
    expect(error.toJSON()).toEqual({
      error: 'geocode_failed',
      message: `No place "${unknown}" is known in this region: change destination.`,
      partial: {
        resolved_locations: [{ ...origin, resolved: { lat: 46.410948, lon: -28.442659 } }],
        unresolved_locations: [{ field: 'destination', text: unknown }],
      },
    })
    const { fields } = await refusalOf({ origin: unknown, destination: 'Lagrin' })
    expect(fields.partial).toEqual({
      resolved_locations: [
        { field: 'destination', text: 'Lagrin', resolved: { lat: 46.410948, lon: -28.442659 } },
      ],
      unresolved_locations: [{ field: 'origin', text: unknown }],
    })
  })

  test('is reported together with a second unmatched text', async () => {
    const { message, fields } = await refusalOf({ origin: unknown, destination: 'wqkjh' })
    expect(message).toBe(
      `No place "${unknown}" is known in this region: change origin. ` +
        'No place "wqkjh" is known in this region: change destination.',
    )
    expect(fields.partial!.unresolved_locations.map(({ field }) => field)).toEqual([
      'origin',
      'destination',
    ])
  })

  test('is the only text in partial when the origin is a position', async () => {
    const { fields } = await refusalOf({ origin: position(lagrin), destination: unknown })
    expect(fields.partial).toEqual({
      resolved_locations: [],
      unresolved_locations: [{ field: 'destination', text: unknown }],
    })
  })

  test('is cut to 100 code units in the message, with U+FFFD for half a character', async () => {
    const text = `${'q'.repeat(49)} ${'q'.repeat(49)}${'👩'.repeat(10)}`
    const { message } = await refusalOf({ origin: position(lagrin), destination: text })
    expect(message).toContain(`${'q'.repeat(49)} ${'q'.repeat(49)}\ufffd…`)
  })
})

describe('an unreachable place', () => {
  const { peak } = truth
  const label = 'Piz Auvren, Lagrin, Carvenna Sid, Isla Carvenna'
  const place = {
    name: peak.name,
    label,
    place_type: 'venue',
    coordinates: { lat: expect.closeTo(peak.lat, 3), lng: expect.closeTo(peak.lon, 3) },
  }

  test('is named when it is a destination without a road', async () => {
    const error = await refusalOf({ origin: 'Lagrin', destination: peak.name })
    expect(error.toJSON()).toEqual({
      error: 'location_not_routable',
      message:
        'Location 1 has no road within 2,000 m that is open to auto. ' +
        `Location 1 is the destination, ${label}.`,
      location_index: 1,
      place,
    })
  })

  test('is named when it is an origin without a road', async () => {
    const error = await refusalOf({ origin: peak.name, destination: 'Lagrin' })
    expect(error.fields).toEqual({ location_index: 0, place })
    expect(error.message).toContain(`Location 0 is the origin, ${label}.`)
  })

  test('is not named when it is a position', async () => {
    const error = await refusalOf({ origin: position(peak), destination: 'Lagrin' })
    expect(error.fields).toEqual({ location_index: 0 })
    expect(error.message).toMatch(/to auto\. Location 0 is the origin\.$/)
  })

  test('is named when no route leads to it', async () => {
    const travel_options = { auto: { exclude_ferries: true } }
    const error = await refusalOf({ origin: 'Lagrin', destination: 'Farolan', travel_options })
    expect(error.code).toBe('no_route')
    expect(error.fields).toMatchObject({ location_indices: [0, 1], place: { name: 'Farolan' } })
    expect(error.message).toContain('Location 1 is the destination, Farolan, ')
  })

  test('is named when it is too far, with details on the field destination', async () => {
    const message = 'The straight line through the locations is over the limit.'
    const tooFar = new ApiError('bad_request', message, {
      fields: { details: [{ path: 'locations', message }] },
    })
    const engine = {
      tiles: { mayHaveRoadNear: () => true },
      route: () => Promise.reject(tooFar),
    } as unknown as Engine
    const region = { engine, gazetteer: demo.gazetteer }
    const error = await refusalOf({ origin: 'Port Serrin', destination: 'Lagrin' }, region)
    expect([error.code, error.fields]).toMatchObject([
      'bad_request',
      { details: [{ path: 'destination', message }], place: { name: 'Lagrin' } },
    ])
  })

  test('is not added to other errors', async () => {
    const fault = new ApiError('service_unavailable')
    const engine = {
      tiles: { mayHaveRoadNear: () => true },
      route: () => Promise.reject(fault),
    } as unknown as Engine
    const region = { engine, gazetteer: demo.gazetteer }
    expect(await refusalOf({ origin: 'Port Serrin', destination: 'Lagrin' }, region)).toBe(fault)
  })
})
