import { cellToLatLng } from 'h3-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { truth } from '../../../demo-island/index.ts'
import { predict } from '../../../functions/predict/contract.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

const { lat, lon: lng } = truth.lakesideRoad.from
const circle = (place: { lat: number; lng: number }, radius_m = 600) => ({
  type: 'circle',
  center: place,
  radius_m,
})
const params = { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true }
const weather = {
  temperature_c: -5,
  precipitation_mmh: 3,
  wind_speed_mps: 9,
  wind_direction_deg: 40,
}
const body = (change: object = {}) => ({
  profile: 'dementia_alzheimers',
  area: circle({ lat, lng }),
  params,
  ...change,
})
const withParams = (change: object) => body({ params: { ...params, ...change } })
const withWeather = (change: object) => withParams({ weather: { ...weather, ...change } })

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON.
type Json = any
let call: (sent: unknown) => Promise<{ status: number; json: Json }>
beforeAll(async () => {
  const caller = { ...(await newCaller(100_000_000)), grants: ['predict'] }
  const handler = await handlerOf(predict)
  call = async (sent) => {
    const { statusCode, body: text } = await handler(proxyEvent({ body: sent, caller }))
    return { status: statusCode, json: JSON.parse(text) }
  }
})

const inYears = (years: number) => new Date(Date.now() + years * 365.25 * 864e5).toISOString()

describe('a prediction request with extreme values', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['an age over 120', withParams({ age_years: 120.5 }), 'params.age_years', /at most 120/],
    ['an age of none', withParams({ age_years: 0 }), 'params.age_years', /more than 0/],
    [
      'a temperature under -90',
      withWeather({ temperature_c: -91 }),
      'params.weather.temperature_c',
      /at least -90/,
    ],
    [
      'a temperature over 60',
      withWeather({ temperature_c: 1e9 }),
      'params.weather.temperature_c',
      /at most 60/,
    ],
    [
      'a cloudburst over 500 mm an hour',
      withWeather({ precipitation_mmh: 501 }),
      'params.weather.precipitation_mmh',
      /at most 500/,
    ],
    [
      'a wind over 120 m/s',
      withWeather({ wind_speed_mps: 121 }),
      'params.weather.wind_speed_mps',
      /at most 120/,
    ],
    [
      'the year 1850',
      withParams({ datetime: '1850-03-14T16:30:00Z' }),
      'params.datetime',
      /from 1900 on and at most a year from now/,
    ],
    [
      'a time in two years',
      withParams({ datetime: inYears(2) }),
      'params.datetime',
      /at most a year from now/,
    ],
    [
      'a latitude that is a longitude',
      body({ area: circle({ lat: 139.7, lng: 35.6 }) }),
      'area.center.lat',
      /at most 90; lat and lng may be swapped/,
    ],
    [
      'a latitude that is nothing at all',
      body({ area: circle({ lat: 1e6, lng: 35.6 }) }),
      'area.center.lat',
      /at most 90$/,
    ],
  ])('is refused for %s', async (_, sent, path, message) => {
    const { status, json } = await call(sent)
    expect(status).toBe(400)
    expect(json.details[0]).toMatchObject({ path, message: expect.stringMatching(message) })
  })

  test.each([
    ['on a parallel', [0, 0.01, 0.02], [0, 0, 0]],
    ['on a meridian', [0, 0, 0], [0, 0.01, 0.02]],
    ['on a slope', [0, 0.01, 0.02], [0, 0.005, 0.01]],
  ])('is refused for a polygon with all positions %s', async (_, east, north) => {
    const ring = [0, 1, 2, 0].map((i) => [lng + east[i]!, lat + north[i]!])
    const geometry = { type: 'Polygon', coordinates: [ring] }
    const { status, json } = await call(body({ area: { type: 'polygon', geometry } }))
    expect(status).toBe(400)
    expect(json.message).toMatch(/encloses no area|crosses itself/)
  })

  test.each([
    ['the first minute of 1900', { datetime: '1900-01-01T00:00:00Z' }],
    ['a time in eleven months', { datetime: inYears(0.9) }],
    ['an age of 120', { age_years: 120 }],
    [
      'the worst weather',
      {
        weather: {
          temperature_c: -90,
          precipitation_mmh: 500,
          wind_speed_mps: 120,
          wind_direction_deg: 0,
        },
      },
    ],
  ])('is accepted for %s', async (_, change) => {
    expect((await call(withParams(change))).status).toBe(200)
  })
})

describe('swapped coordinates', () => {
  const hint = /With lat and lng swapped it would lie inside\.$/

  test('produce a hint when swapping would help', async () => {
    const polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [lat, lng],
          [lat + 0.01, lng],
          [lat, lng + 0.01],
          [lat, lng],
        ],
      ],
    }
    for (const area of [circle({ lat: lng, lng: lat }), { type: 'polygon', geometry: polygon }]) {
      const { status, json } = await call(body({ area }))
      expect(status).toBe(422)
      expect(json.error).toBe('area_outside_data')
      expect(json.message).toMatch(hint)
    }
  })

  test('produce no hint when swapping would not help', async () => {
    const { json } = await call(body({ area: circle({ lat: 10, lng: 10 }) }))
    expect(json.error).toBe('area_outside_data')
    expect(json.message).not.toMatch(hint)
  })
})

describe('an origin where no person can be', () => {
  test('has low confidence in the middle of a lake, and the nearest shore as a suggestion', async () => {
    const lake = { lat: truth.lake.lat, lng: truth.lake.lon }
    const { json } = await call(body({ area: circle(lake, 3000) }))
    expect(json.confidence).toBe('low')
    const notes = json.summary.notes.join(' ')
    const { lat: shoreLat, lng: shoreLng } = json.summary.suggested_origin
    expect(notes).toMatch(/lies in open water/)
    expect(notes).toContain(
      `nearest shore in the area is at ${shoreLat.toFixed(5)}, ${shoreLng.toFixed(5)}`,
    )
    const again = await call(body({ area: circle({ lat: shoreLat, lng: shoreLng }, 3000) }))
    expect(again.json.confidence).not.toBe('low')
    expect(again.json.summary).not.toHaveProperty('suggested_origin')
  })

  test('has no suggested shore far out at sea', async () => {
    const sea = { lat: truth.bounds.min_lat + 0.02, lng: truth.bounds.min_lon + 0.02 }
    const { json } = await call(body({ area: circle(sea, 1000) }))
    expect(json.confidence).toBe('low')
    expect(json.summary.notes.join(' ')).toMatch(/lies in open water; check it/)
    expect(json.summary).not.toHaveProperty('suggested_origin')
  })

  test('has low confidence beyond the data', async () => {
    const beyond = { lat: truth.bounds.min_lat - 0.005, lng: -28.37 }
    const { json } = await call(body({ area: circle(beyond, 2500) }))
    expect(json.confidence).toBe('low')
    expect(json.summary.notes.join(' ')).toMatch(/lies beyond the data of the region/)
  })
})

describe('elapsed time and transport', () => {
  const farthest = (json: Json) =>
    Math.max(
      ...json.results
        .filter(({ probability }: Json) => probability > 0)
        .map(({ hex }: Json) => {
          const [y, x] = cellToLatLng(hex)
          return Math.hypot(
            (y - lat) * 111_190,
            (x - lng) * 111_190 * Math.cos((lat * Math.PI) / 180),
          )
        }),
    )
  const moving = (change: object) =>
    call(body({ area: circle({ lat, lng }, 3000), params: { ...params, ...change } })).then(
      ({ json }) => json,
    )

  test('bound the distance of a person on foot, as an assumption', async () => {
    const json = await moving({ elapsed_minutes: 15, transport: 'foot' })
    // 15 minutes at 6 km/h, plus half a hexagon.
    expect(farthest(json)).toBeLessThan(1500 + 80)
    expect(farthest(json)).toBeGreaterThan(1300)
    expect(json.summary.outside_mass).toBe(0)
    expect(json.summary.notes.join(' ')).toMatch(
      /Assumption: on foot nobody is farther than 1.5 km/,
    )
    const held = json.results.reduce((all: number, result: Json) => all + result.probability, 0)
    expect(held).toBeCloseTo(1, 5)
  })

  test('bound nothing in a vehicle, for unknown transport, or over a long time', async () => {
    const free = await moving({})
    for (const change of [
      { elapsed_minutes: 15 },
      { elapsed_minutes: 15, transport: 'vehicle' },
      { transport: 'foot' },
    ]) {
      const json = await moving(change)
      expect(json.results).toEqual(free.results)
      expect(json.summary.notes.join(' ')).toMatch(/does not bound the distance/)
    }
    const long = await moving({ elapsed_minutes: 525_600, transport: 'foot' })
    expect(long.summary.outside_mass).toBeCloseTo(free.summary.outside_mass, 4)
  })

  test('spread an uncertain origin, for circles only', async () => {
    const exact = await moving({})
    const vague = await moving({ origin_uncertainty_m: 400 })
    expect(vague.results[0].probability).toBeLessThan(exact.results[0].probability / 2)
    expect(vague.summary.notes.join(' ')).toMatch(/anywhere within 400 m of the centre/)
    const geometry = {
      type: 'LineString',
      coordinates: [
        [lng, lat],
        [lng + 0.01, lat],
      ],
    }
    const { status, json } = await call(
      body({
        area: { type: 'path', geometry },
        params: { ...params, origin_uncertainty_m: 10 },
      }),
    )
    expect(status).toBe(400)
    expect(json.details[0].path).toBe('params.origin_uncertainty_m')
  })

  test.each([
    ['elapsed_minutes', 0],
    ['elapsed_minutes', 525_601],
    ['transport', 'horse'],
    ['origin_uncertainty_m', -1],
    ['origin_uncertainty_m', 1000.5],
  ])('refuse %s %s', async (name, value) => {
    const { status, json } = await call(withParams({ [name]: value }))
    expect(status).toBe(400)
    expect(json.details[0].path).toBe(`params.${name}`)
  })
})

test('confidence is never high while the ground is provisional, and a note explains it', async () => {
  const { json } = await call(body({ area: circle({ lat, lng }, 5000) }))
  expect(json.confidence).toBe('medium')
  expect(json.summary.notes.join(' ')).toMatch(/how the ground counts is provisional/)
})
