import type { LatLon } from '#ground/geo'
import { Semaphore, SingleFlight } from '#platform/concurrency'
import type { Storage } from '#platform/storage'
import { toWeatherCell, WeatherCache, type WeatherCell } from './cache.ts'
import {
  buildOpenMeteoUrl,
  extractWeather,
  formatHour,
  type Hour,
  type OpenMeteoBases,
  openMeteoBases,
  parseOpenMeteoBases,
  toHour,
} from './open-meteo.ts'
import type { Weather, WeatherSource } from './weather.ts'

export interface WeatherOptions {
  /** Addresses of the services; by default Open-Meteo's own. */
  bases?: OpenMeteoBases
  /** Timeout of each of two tries, milliseconds. */
  timeoutMs?: number
  /** Returns the milliseconds since 1970; by default from the system clock. */
  now?: () => number
  /** Called with the error of a failed lookup, which does not name the place. */
  onFault?(error: unknown): void
}

/** Environment variables of the weather lookup. */
export interface WeatherEnvironment {
  /** `off`, or addresses of Open-Meteo's services ({@link parseOpenMeteoBases}); by default its own. */
  CAIRN_WEATHER?: string | undefined
}

const attribution = 'Weather data by Open-Meteo.com (CC BY 4.0)'
const tries = 2
const maxConcurrent = 8
/** Duration after a failure in which predictions use neutral weather instead of waiting for the next failure. */
const backoffMs = 30_000

/** A permanent refusal; a retry would have the same result. */
class Refused extends Error {
  override readonly name = 'Refused'
}

/** Source for `CAIRN_WEATHER=off`. */
const noWeather: WeatherSource = { attribution: undefined, at: async () => undefined }

/**
 * Opens a source of weather by hour and place from Open-Meteo: its forecast service from 90 days back to 15 days
 * ahead, its archive before that, from 1940 on. Positions are rounded to 0.1 degrees. Results are cached in the
 * object store under `weather/`: permanently once the hour has passed, for an hour before.
 *
 * @throws TypeError when `CAIRN_WEATHER` is invalid.
 */
export function openWeather(
  storage: Storage,
  options: WeatherOptions = {},
  env: WeatherEnvironment = process.env,
): WeatherSource {
  const setting = env.CAIRN_WEATHER
  if (!setting) return new OpenMeteo(storage, options)
  const bases = parseOpenMeteoBases(setting)
  return bases ? new OpenMeteo(storage, { bases, ...options }) : noWeather
}

class OpenMeteo implements WeatherSource {
  readonly attribution = attribution
  readonly #cache: WeatherCache
  readonly #options: Required<WeatherOptions>
  readonly #flights = new SingleFlight<Weather | undefined>()
  readonly #semaphore = new Semaphore(maxConcurrent)
  /** Time of the last failure, Unix milliseconds. */
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(storage: Storage, options: WeatherOptions) {
    const defaults = { bases: openMeteoBases, timeoutMs: 2000, now: Date.now, onFault: () => {} }
    this.#options = { ...defaults, ...options }
    this.#cache = new WeatherCache(storage, this.#options.now)
  }

  async at(place: LatLon, time: Date, signal?: AbortSignal): Promise<Weather | undefined> {
    const cell = toWeatherCell(place)
    const hour = toHour(time)
    if (Number.isNaN(hour)) return undefined
    const url = buildOpenMeteoUrl(
      this.#options.bases,
      cell,
      hour,
      toHour(new Date(this.#options.now())),
    )
    if (!url) return undefined
    const lookUp = (shared: AbortSignal) => this.#lookUp(cell, hour, url, shared)
    return await this.#flights.run(`${cell.lat} ${cell.lon}`, formatHour(hour), lookUp, signal)
  }

  /** A failure in the future happened before the clock was set back. */
  #isBackingOff(): boolean {
    const passedMs = this.#options.now() - this.#failedAt
    return passedMs >= 0 && passedMs < backoffMs
  }

  async #lookUp(
    cell: WeatherCell,
    hour: Hour,
    url: URL,
    signal: AbortSignal,
  ): Promise<Weather | undefined> {
    const cached = await this.#cache.get(cell, hour)
    if (cached) return cached
    if (this.#isBackingOff()) return undefined
    try {
      const reply = await this.#semaphore.run(() => this.#ask(url, signal), signal)
      const weather = extractWeather(reply, hour)
      if (weather) await this.#cache.put(cell, hour, weather)
      return weather
    } catch (error) {
      signal.throwIfAborted()
      this.#options.onFault(error)
      if (!(error instanceof Refused)) this.#failedAt = this.#options.now()
      return undefined
    }
  }

  async #ask(url: URL, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askOnce(url, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Refused || attempt === tries) throw error
      }
    }
  }

  async #askOnce(url: URL, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeoutMs)]),
    })
    if (response.ok) return await response.json()
    await response.body?.cancel()
    const fault = `the weather service answered ${response.status}`
    if (response.status < 500 && response.status !== 429) throw new Refused(fault)
    throw new Error(fault)
  }
}
