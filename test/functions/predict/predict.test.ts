import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { truth } from '../../../demo-island/index.ts'
import { predict } from '../../../functions/predict/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { newCaller } from '../../fixtures/handler.ts'
import { type WeatherService, weatherService } from '../../fixtures/weather-service.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'

const { lat, lon: lng } = truth.lakesideRoad.from
const circle = (radius_m = 600) => ({ type: 'circle', center: { lat, lng }, radius_m })
const params = { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true }
const weather = {
  temperature_c: -5,
  precipitation_mmh: 3,
  wind_speed_mps: 9,
  wind_direction_deg: 40,
}
const body = (change: object = {}) => ({
  profile: 'dementia_alzheimers',
  area: circle(),
  params,
  ...change,
})
const withParams = (change: object) => body({ params: { datetime: params.datetime, ...change } })

describe('the contract of predict', () => {
  const document = makeOpenApiDocument([predict])
  const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

  test('names its schemas as components', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'PredictRequest',
        'PredictParams',
        'CircleArea',
        'PolygonArea',
        'PathArea',
        'PredictResponse',
        'PredictSummary',
        'PredictFeatureCollection',
      ]),
    )
  })

  test('documents limits and defaults', () => {
    expect(schemas.PredictRequest!.required).toEqual(['profile', 'area', 'params'])
    expect(schemas.CircleArea).toMatchObject({
      properties: { radius_m: { exclusiveMinimum: 0, maximum: 5000 } },
    })
    expect(schemas.PathArea).toMatchObject({
      properties: { buffer_m: { exclusiveMinimum: 0, maximum: 500, default: 50 } },
    })
    expect(schemas.PredictParams).toMatchObject({
      required: ['datetime'],
      properties: {
        datetime: { type: 'string', format: 'date-time' },
        initial_bearing_deg: { minimum: 0, maximum: 360 },
        disableWeather: { default: false },
      },
    })
  })

  test('costs 20,000 micro-dollars, is granted on request and needs no engine', () => {
    expect(predict.price).toBe(20_000)
    expect(predict.grant).toBe('predict')
    expect(predict.needs).toEqual(['terrain', 'features', 'weather'])
  })
})

describe('the function predict', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>
  let service: WeatherService
  beforeAll(async () => {
    caller = { ...(await newCaller(10_000_000)), grants: ['predict'] }
    service = await weatherService()
  })
  afterAll(() => service.close())
  afterEach(() => {
    service.requests.length = 0
    vi.unstubAllEnvs()
  })

  /** Starts a new environment of the function on a region, with this `CAIRN_WEATHER`. */
  async function start(region = 'demo', weatherFrom = 'off') {
    vi.stubEnv('REGION', region)
    vi.stubEnv('CAIRN_WEATHER', weatherFrom)
    vi.resetModules()
    const { handler } = await import('../../../functions/predict/handler.ts')
    return {
      warm: handler.warm,
      call: async (sent: unknown, options: object = {}) => {
        const { body: text, ...rest } = await handler(
          proxyEvent({ body: sent, caller, ...options }),
        )
        return { ...rest, text, json: JSON.parse(text) }
      },
    }
  }

  test.each([
    [undefined, 'small'],
    ['compile', 'compiling'],
  ] as const)('is warmed with %j by making the %s predictions', async (warmUp, expected) => {
    const made: string[] = []
    const path = '../../../lib/prediction/index.ts'
    vi.doMock(path, async (original) => ({
      ...(await original<object>()),
      warmPredict: () => void made.push('small'),
      compilePredict: () => void made.push('compiling'),
    }))
    try {
      const { warm } = await start()
      await warm(warmUp)
      expect(made).toEqual([expected])
    } finally {
      vi.doUnmock(path)
    }
  })

  test('answers, charges and reports server timing', async () => {
    const { call } = await start()
    const { statusCode, headers, json } = await call(body())
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'x-charged': '0.02',
      'server-timing': expect.stringContaining('reads;dur='),
    })
    expect(json).toMatchObject({
      profile: 'dementia_alzheimers',
      model_version: expect.stringMatching(/./),
      summary: {
        resolution: 11,
        area_km2: 1.131,
        cone_removed_mass: 0,
        weather: { source: 'neutral' },
      },
      confidence: expect.stringMatching(/^(high|medium|low)$/),
      attribution: expect.stringContaining('A made-up island'),
    })
    const scores = json.results.map(({ score }: { score: number }) => score)
    expect(scores[0]).toBe(30)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    expect(json.summary.hex_count).toBe(scores.length)
    expect(json.summary.outside_mass).toBeGreaterThan(0.1)
    expect(json.top_results).toHaveLength(50)
    for (const [i, { lat: _, lng: __, ...result }] of json.top_results.entries())
      expect(json.results[i]).toEqual(result)
  })

  const probabilitySum = (results: { probability: number }[]) =>
    results.reduce((all, { probability }) => all + probability, 0)

  test.each([
    ['a circle', {}],
    ['a large circle', { area: circle(3000) }],
    ['a cone', { params: { ...params, initial_bearing_deg: 200 } }],
  ])('returns probabilities that add up to 1 with both masses: %s', async (_, change) => {
    const { call } = await start()
    const { json } = await call(body(change))
    const { outside_mass, cone_removed_mass } = json.summary
    const all = probabilitySum(json.results) + outside_mass + cone_removed_mass
    expect(Math.abs(all - 1)).toBeLessThan(2e-6)
  })

  test('returns the regions of 25 to 95 % as the first hexagons of the results', async () => {
    const { call } = await start()
    const { json } = await call(withParams({ disableWeather: true, initial_bearing_deg: 90 }))
    const inside = probabilitySum(json.results)
    const { regions } = json.summary
    expect(regions.map(({ percent }: { percent: number }) => percent)).toEqual([25, 50, 75, 90, 95])
    for (const { percent, hexes, area_km2, probability } of regions) {
      const held = probabilitySum(json.results.slice(0, hexes))
      expect(held).toBeGreaterThanOrEqual((percent / 100) * inside - 1e-6)
      expect(probabilitySum(json.results.slice(0, hexes - 1))).toBeLessThan(
        (percent / 100) * inside,
      )
      expect(probability).toBeCloseTo(held, 5)
      expect(area_km2 / hexes).toBeCloseTo(0.0021, 3)
    }
  })

  test('returns no mass outside a path, and no note that needs it', async () => {
    const { call } = await start()
    const geometry = {
      type: 'LineString',
      coordinates: [
        [lng, lat],
        [lng + 0.01, lat + 0.005],
      ],
    }
    const path = { type: 'path', geometry, buffer_m: 100 }
    for (const profile of ['despondent', 'dementia_alzheimers']) {
      const { json } = await call(body({ profile, area: path }))
      expect(json.summary.outside_mass).toBeNull()
      expect(json.summary.outside_mass_reason).toMatch(/is not known/)
      expect(probabilitySum(json.results)).toBeCloseTo(1, 5)
      const notes = json.summary.notes.join(' ')
      expect(notes).not.toMatch(/\bage\b|less than half|from the origin|Distances are those/i)
      const cut = await call(
        body({ profile, area: path, params: { ...params, initial_bearing_deg: 60 } }),
      )
      expect(cut.json.summary.notes.join(' ')).toMatch(/middle of the path and cuts away/)
      const { cone_removed_mass } = cut.json.summary
      expect(probabilitySum(cut.json.results) + cone_removed_mass).toBeCloseTo(1, 5)
    }
  })

  test.each(predict.examples)('answers its example in full: $summary', async ({ request }) => {
    const { call } = await start()
    const { statusCode, headers, json } = await call(request)
    expect(statusCode).toBe(200)
    expect(headers).not.toHaveProperty('x-warnings')
    expect((json.results ?? json.features).length).toBeGreaterThan(100)
  })

  test('returns GeoJSON by the accept header, with the same hexagons in the same order', async () => {
    const { call } = await start()
    const plain = await call(body())
    const { headers, json } = await call(body(), { headers: { accept: 'application/geo+json' } })
    expect(headers!['content-type']).toContain('application/geo+json')
    expect(json.features.map(({ properties }: { properties: object }) => properties)).toEqual(
      plain.json.results,
    )
    expect(json).toMatchObject({
      confidence: plain.json.confidence,
      model_version: plain.json.model_version,
      summary: { hex_count: json.features.length },
    })
    const [west, south, east, north] = json.bbox
    expect(west < lng && lng < east && south < lat && lat < north).toBe(true)
  })

  test('returns equal answers to equal requests, except for the processing time', async () => {
    const { call } = await start()
    const withoutTime = async (sent: unknown) =>
      (await call(sent)).text.replace(/"processing_time_ms":[\d.]+/, '')
    const first = await withoutTime(body())
    expect(await withoutTime(body())).toBe(first)
    const { call: other } = await start()
    expect((await other(body())).text.replace(/"processing_time_ms":[\d.]+/, '')).toBe(first)
  })

  test('returns equal results for every wind direction', async () => {
    const { call } = await start()
    const from = async (wind_direction_deg: number) => {
      const { json } = await call(withParams({ weather: { ...weather, wind_direction_deg } }))
      expect(json.summary.weather.wind_direction_deg).toBe(wind_direction_deg)
      return { ...json, summary: undefined }
    }
    const north = await from(0)
    expect(await from(137)).toEqual(north)
    expect(await from(360)).toEqual(north)
  })

  describe('the weather of a prediction', () => {
    const time = { datetime: '2024-03-14T16:10:00+01:00' }

    test('is looked up, with attribution', async () => {
      const { call } = await start('demo', service.url)
      const { json } = await call(body({ params: time }))
      expect(json.summary.weather).toEqual({
        source: 'lookup',
        temperature_c: 6.5,
        precipitation_mmh: 0.4,
        wind_speed_mps: 3.5,
        wind_direction_deg: 270,
      })
      expect(json.attribution).toMatch(/made-up island.*Open-Meteo/)
      expect(service.requests).toHaveLength(1)
    })

    test('is taken from the request without a lookup', async () => {
      const { call } = await start('demo', service.url)
      const { json } = await call(body({ params: { ...time, weather, disableWeather: true } }))
      expect(json.summary.weather).toEqual({ source: 'request', ...weather })
      expect(json.attribution).not.toContain('Open-Meteo')
      expect(service.requests).toEqual([])
    })

    test('is neutral without a lookup when it is disabled', async () => {
      const { call } = await start('demo', service.url)
      const { json } = await call(body({ params: { ...time, disableWeather: true } }))
      expect(json.summary.weather).toEqual({ source: 'neutral' })
      expect(service.requests).toEqual([])
    })

    test('is neutral and without effect, with a note, when it cannot be looked up', async () => {
      const { call } = await start('demo', 'off')
      const wanted = await call(body({ area: circle(3000), params: time }))
      const unwanted = await call(
        body({ area: circle(3000), params: { ...time, disableWeather: true } }),
      )
      expect(wanted.json.summary.weather).toEqual({ source: 'neutral' })
      expect(wanted.json.results).toEqual(unwanted.json.results)
      // Provisional ground limits the confidence to medium, with or without the weather.
      expect([unwanted.json.confidence, wanted.json.confidence]).toEqual(['medium', 'medium'])
      expect(wanted.json.summary.notes.join(' ')).toMatch(/The weather has no effect/)
    })

    test('is not looked up for an invalid area', async () => {
      const { call } = await start('demo', service.url)
      const bowTie = [
        [lng, lat],
        [lng + 0.01, lat + 0.01],
        [lng + 0.01, lat],
        [lng, lat + 0.01],
        [lng, lat],
      ]
      const geometry = { type: 'Polygon', coordinates: [bowTie] }
      const { statusCode, json } = await call(
        body({ area: { type: 'polygon', geometry }, params: time }),
      )
      expect(statusCode).toBe(400)
      expect(json.details[0].path).toBe('area.geometry.coordinates.0')
      expect(service.requests).toEqual([])
    })
  })

  test('leaves out hexagons outside the cone, and reports their mass', async () => {
    const { call } = await start()
    const whole = await call(body())
    const { json } = await call(withParams({ disableWeather: true, initial_bearing_deg: 90 }))
    const all = new Set(whole.json.results.map(({ hex }: { hex: string }) => hex))
    expect(json.results.length).toBeLessThan(all.size)
    for (const { hex } of json.results) expect(all).toContain(hex)
    expect(json.summary.cone_removed_mass).toBeGreaterThan(0.1)
    expect(json.summary.outside_mass).toBe(whole.json.summary.outside_mass)
    for (const { lng: at } of json.top_results) expect(at).toBeGreaterThan(lng - 0.001)
  })

  test.each([
    ['a caller without the grant', body(), { caller: { grants: [] } }, 403, 'forbidden'],
    [
      'a caller without the grant, whatever is sent',
      '{',
      { caller: { grants: [] } },
      403,
      'forbidden',
    ],
    [
      'a balance below the price',
      '{',
      { caller: { balance: 19_999, grants: ['predict'] } },
      402,
      'payment_required',
    ],
    ['a body that is not JSON', '{', {}, 400, 'bad_request'],
    ['a radius too large', body({ area: circle(5001) }), {}, 400, 'bad_request'],
    [
      'an area with no data',
      body({ area: { ...circle(), center: { lat: 10, lng: 10 } } }),
      {},
      422,
      'area_outside_data',
    ],
  ])('refuses %s', async (_, sent, options, status, error) => {
    const { call } = await start()
    const { statusCode, headers, json } = await call(sent, options)
    expect(statusCode).toBe(status)
    expect(json.error).toBe(error)
    expect(headers).toMatchObject({ 'x-charged': '0.00' })
    if (status === 403) expect(json.message).toBe('Access to predict is granted on request.')
    if (status === 422)
      expect(json.message).toMatch(/^The area lies outside the data of this region/)
  })

  describe('a prediction without data', () => {
    async function regionWith(name: string, files: Record<string, string>) {
      const home = mkdtempSync(join(tmpdir(), 'cairn-ground-'))
      mkdirSync(join(home, 'data'))
      vi.stubEnv('CAIRN_HOME', home)
      const storage = await openStorage()
      await writeBuild(storage, name, builds[0], files)
      await publish(storage, name, builds[0])
      return await start(name)
    }

    test('is unavailable with the reason in a region built without elevation and features', async () => {
      const { warm, call } = await regionWith('bare', { 'routing.tar': 'tiles' })
      await warm()
      vi.stubEnv('CAIRN_HOME', process.env.CAIRN_HOME)
      const { statusCode, headers, json } = await call(body())
      expect(statusCode).toBe(503)
      expect(json).toEqual({
        error: 'service_unavailable',
        message:
          'Prediction engine unavailable. The region bare was built without elevation and features.',
      })
      expect(headers).toMatchObject({ 'x-charged': '0.00', 'retry-after': '3600' })
    })

    test('is refused first when the request is wrong', async () => {
      const { call } = await regionWith('bare', { 'routing.tar': 'tiles' })
      const line = [
        [lng, lat],
        [lng + 0.01, lat],
        [lng + 0.02, lat],
        [lng, lat],
      ]
      const geometry = { type: 'Polygon', coordinates: [line] }
      const wrong = [
        { area: { type: 'polygon', geometry } },
        { segments: [{ name: 'x', geometry }] },
        { searched: [{ geometry, probability_of_detection: 0.5 }] },
        { searched: [{ hexes: ['8a1fb46622dffff'], probability_of_detection: 0.5 }] },
      ]
      for (const change of wrong) {
        const { statusCode, json } = await call(body(change))
        expect([statusCode, json.error]).toEqual([400, 'bad_request'])
      }
    })

    test('is unavailable without a reason when its rasters are damaged', async () => {
      const { call } = await regionWith('damaged', {
        'terrain.tif': 'no raster at all',
        'features.tif': 'none either',
      })
      const { statusCode, headers, json } = await call(body())
      expect(statusCode).toBe(503)
      expect(json).toEqual({
        error: 'service_unavailable',
        message: 'Prediction engine unavailable.',
      })
      expect(headers).toMatchObject({ 'x-charged': '0.00', 'retry-after': '1' })
    })

    test('is unavailable without a reason when nothing is published', async () => {
      const home = mkdtempSync(join(tmpdir(), 'cairn-empty-'))
      mkdirSync(join(home, 'data'))
      vi.stubEnv('CAIRN_HOME', home)
      const { call } = await start('nowhere')
      const { statusCode, json } = await call(body())
      expect(statusCode).toBe(503)
      expect(json.message).toBe('Prediction engine unavailable.')
    })
  })
})
