import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWeather, type WeatherOptions } from '#ground/weather'
import { LocalStorage, type Storage } from '#platform/storage'
import {
  replyFor,
  sendJson,
  type WeatherService,
  weatherService,
} from '../../fixtures/weather-service.ts'

const now = Date.parse('2026-03-10T12:20:00Z')
const place = { lat: 42.5063, lon: 1.5218 }
const afternoon = new Date('2026-03-10T15:10:00Z')

let service: WeatherService
let folder: string
let storage: Storage
let clock: number
let faults: unknown[]

beforeEach(async () => {
  service = await weatherService()
  folder = await mkdtemp(join(tmpdir(), 'cairn-weather-'))
  storage = new LocalStorage(folder)
  clock = now
  faults = []
})
afterEach(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function open(options: WeatherOptions = {}) {
  const bases = { forecast: service.url, archive: service.url }
  const onFault = (error: unknown) => faults.push(error)
  return openWeather(storage, { bases, now: () => clock, timeoutMs: 300, onFault, ...options }, {})
}

describe('a lookup', () => {
  it('returns the weather of the nearest hour in SI units', async () => {
    expect(await open().at(place, afternoon)).toEqual({
      temperatureC: 6.5,
      precipitationMmPerHour: 0.4,
      windSpeedMetersPerSecond: 3.5,
      windDirectionDegrees: 270,
    })
  })

  it('requests metres per second and UTC, at the cell of the position', async () => {
    await open().at(place, afternoon)
    expect(service.requests).toHaveLength(1)
    const { pathname, searchParams } = service.requests[0]!
    expect(pathname).toBe('/v1/forecast')
    expect(Object.fromEntries(searchParams)).toEqual({
      latitude: '42.5',
      longitude: '1.5',
      hourly: 'temperature_2m,precipitation,wind_speed_10m,wind_direction_10m',
      start_date: '2026-03-10',
      end_date: '2026-03-10',
      wind_speed_unit: 'ms',
      timezone: 'UTC',
    })
  })

  it.each([
    ['2026-03-25T12:00:00Z', '/v1/forecast'],
    ['2025-12-11T00:00:00Z', '/v1/forecast'],
    ['2025-12-09T00:00:00Z', '/v1/archive'],
    ['1940-01-01T00:00:00Z', '/v1/archive'],
  ])('requests for %s the path %s', async (time, path) => {
    expect(await open().at(place, new Date(time))).toBeDefined()
    expect(service.requests.map(({ pathname }) => pathname)).toEqual([path])
  })

  it.each(['1939-12-31T12:00:00Z', '2026-03-25T20:00:00Z', 'nonsense'])(
    'sends no request for %s, which no service covers',
    async (time) => {
      expect(await open().at(place, new Date(time))).toBeUndefined()
      expect(service.requests).toEqual([])
    },
  )

  it('uses the same cell on both sides of the antimeridian', async () => {
    const weather = open()
    await weather.at({ lat: 0, lon: 179.99 }, afternoon)
    await weather.at({ lat: -0.01, lon: -179.99 }, afternoon)
    expect(service.requests.map((url) => url.searchParams.get('longitude'))).toEqual(['-180'])
  })
})

describe('looked-up weather', () => {
  it('is not requested again, even by another function', async () => {
    const first = await open().at(place, afternoon)
    expect(await open().at({ lat: 42.46, lon: 1.54 }, new Date('2026-03-10T14:40:00Z'))).toEqual(
      first,
    )
    expect(service.requests).toHaveLength(1)
  })

  it('is requested once by concurrent callers', async () => {
    const weather = open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => weather.at(place, afternoon)),
    )
    expect(new Set(answers.map((answer) => answer?.temperatureC))).toEqual(new Set([6.5]))
    expect(service.requests).toHaveLength(1)
  })

  it('expires after an hour as a forecast, and never once its hour has passed', async () => {
    const weather = open()
    const morning = new Date('2026-03-10T08:00:00Z')
    await weather.at(place, afternoon)
    await weather.at(place, morning)
    clock += 59 * 60_000
    await weather.at(place, afternoon)
    expect(service.requests).toHaveLength(2)
    clock += 2 * 60_000
    await weather.at(place, afternoon)
    await weather.at(place, morning)
    expect(service.requests).toHaveLength(3)
    clock += 20 * 24 * 3_600_000
    await weather.at(place, morning)
    expect(service.requests).toHaveLength(3)
  })

  it('does not need a working cache', async () => {
    await open().at(place, afternoon)
    for await (const { key } of storage.list('weather/')) await storage.put(key, '{"fetched": 3')
    expect(await open().at(place, afternoon)).toBeDefined()
    expect(service.requests).toHaveLength(2)
    const broken = new Proxy(storage, {
      get: () => () => Promise.reject(new Error('the store is down')),
    })
    expect(
      await openWeather(
        broken,
        { bases: { forecast: service.url, archive: service.url }, now: () => clock },
        {},
      ).at(place, afternoon),
    ).toBeDefined()
  })

  it('is stored under weather/ only', async () => {
    await open().at(place, afternoon)
    const keys = []
    for await (const { key } of storage.list('')) keys.push(key)
    expect(keys).toEqual(['weather/42.5_1.5/2026-03-10T15.json'])
  })
})

describe('a failing service', () => {
  const garbled = replyFor(new URL('http://x/?start_date=2026-03-10')) as {
    hourly: Record<string, unknown[]>
    hourly_units: Record<string, string>
  }
  const without = { ...garbled, hourly: { ...garbled.hourly, precipitation: Array(24).fill(null) } }
  const absurd = { ...garbled, hourly: { ...garbled.hourly, temperature_2m: Array(24).fill(400) } }
  const miles = { ...garbled, hourly_units: { ...garbled.hourly_units, wind_speed_10m: 'km/h' } }

  it.each([
    [
      'a server error',
      2,
      (_: URL, response: Parameters<typeof sendJson>[0]) => sendJson(response, {}, 500),
    ],
    ['too many requests', 2, (_: URL, response) => sendJson(response, {}, 429)],
    ['a refusal', 1, (_: URL, response) => sendJson(response, { error: true }, 400)],
    ['text', 2, (_: URL, response) => response.end('<html>')],
    ['another reply', 1, (_: URL, response) => sendJson(response, { hourly: {} })],
    ['no value', 1, (_: URL, response) => sendJson(response, without)],
    ['an absurd value', 1, (_: URL, response) => sendJson(response, absurd)],
    ['other units', 1, (_: URL, response) => sendJson(response, miles)],
    ['silence', 2, () => {}],
    ['a broken connection', 2, (_: URL, response) => response.destroy()],
  ] as [string, number, WeatherService['respond']][])(
    'yields no weather and no error for %s (%i requests)',
    async (_, asked, respond) => {
      service.respond = respond
      expect(await open().at(place, afternoon)).toBeUndefined()
      expect(service.requests).toHaveLength(asked)
    },
  )

  it('is reported to the operator, without the place', async () => {
    service.respond = (_, response) => sendJson(response, {}, 503)
    await open().at(place, afternoon)
    expect(faults.map(String)).toEqual(['Error: the weather service answered 503'])
  })

  it('is called again, and the retry may succeed', async () => {
    service.respond = (url, response) =>
      service.requests.length === 1 ? response.destroy() : sendJson(response, replyFor(url))
    expect(await open().at(place, afternoon)).toBeDefined()
  })

  it('is called again at once when the clock is set back by an hour', async () => {
    const weather = open()
    service.respond = (_, response) => sendJson(response, {}, 503)
    await weather.at(place, afternoon)
    service.respond = (url, response) => sendJson(response, replyFor(url))
    clock -= 3_600_000
    expect(await weather.at(place, afternoon)).toBeDefined()
  })

  it('is not called again for half a minute', async () => {
    const weather = open()
    service.respond = (_, response) => sendJson(response, {}, 500)
    await weather.at(place, afternoon)
    service.respond = (url, response) => sendJson(response, replyFor(url))
    expect(await weather.at({ lat: 10, lon: 10 }, afternoon)).toBeUndefined()
    expect(service.requests).toHaveLength(2)
    clock += 30_000
    expect(await weather.at({ lat: 10, lon: 10 }, afternoon)).toBeDefined()
  })

  it('does not hide the abort reason from an aborted caller', async () => {
    service.respond = () => {}
    const reason = new Error('gone')
    const controller = new AbortController()
    const waiting = open({ timeoutMs: 5000 }).at(place, afternoon, controller.signal)
    setTimeout(() => controller.abort(reason), 20)
    await expect(waiting).rejects.toBe(reason)
  })
})

describe('CAIRN_WEATHER', () => {
  it('sends no request when it is off', async () => {
    const weather = openWeather(storage, {}, { CAIRN_WEATHER: 'off' })
    expect(weather.attribution).toBeUndefined()
    expect(await weather.at(place, afternoon)).toBeUndefined()
  })

  it('may name a mirror of both services', async () => {
    const weather = openWeather(storage, { now: () => clock }, { CAIRN_WEATHER: service.url })
    expect(await weather.at(place, afternoon)).toBeDefined()
    expect(await weather.at(place, new Date('2020-01-01T00:00:00Z'))).toBeDefined()
    expect(service.requests.map(({ pathname }) => pathname)).toEqual([
      '/v1/forecast',
      '/v1/archive',
    ])
  })

  it('may name both services, each with its query parameters', async () => {
    const addresses = `${service.url}/one?apikey=secret, ${service.url}/two/`
    const weather = openWeather(storage, { now: () => clock }, { CAIRN_WEATHER: addresses })
    await weather.at(place, afternoon)
    await weather.at(place, new Date('2020-01-01T00:00:00Z'))
    expect(service.requests.map(({ pathname }) => pathname)).toEqual([
      '/one/v1/forecast',
      '/two/v1/archive',
    ])
    expect(service.requests.map(({ searchParams }) => searchParams.get('apikey'))).toEqual([
      'secret',
      null,
    ])
    expect(service.requests[0]!.searchParams.get('hourly')).toContain('temperature_2m')
  })

  it.each(['of', 'ftp://x', 'http://a,http://b,http://c', 'http://a,'])(
    'is refused at the start as "%s"',
    (text) => {
      expect(() => openWeather(storage, {}, { CAIRN_WEATHER: text })).toThrow('weather must be')
    },
  )
})
