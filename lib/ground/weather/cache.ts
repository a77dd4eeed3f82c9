import * as z from 'zod'
import type { LatLon } from '#ground/geo'
import type { Storage } from '#platform/storage'
import { formatHour, type Hour, msPerHour } from './open-meteo.ts'
import type { Weather } from './weather.ts'

const Entry = z.object({
  /** Time of the lookup, ISO 8601. */
  fetched: z.iso.datetime(),
  weather: z.object({
    temperatureC: z.number(),
    precipitationMmPerHour: z.number(),
    windSpeedMetersPerSecond: z.number(),
    windDirectionDegrees: z.number(),
  }),
})

/** Forecasts expire after this time; weather fetched after its hour has passed never does. */
const forecastLifeMs = msPerHour

/** Folder of the object store. The predict function may write only there. */
export const weatherFolder = 'weather'

/** A position on the lookup grid of 0.1 degrees, the resolution of reanalyses. */
export type WeatherCell = LatLon

export function toWeatherCell({ lat, lon }: LatLon): WeatherCell {
  const rounded = (degrees: number): number => Math.round(degrees * 10) / 10 + 0
  const east = rounded(lon)
  return { lat: rounded(lat), lon: east >= 180 ? east - 360 : east }
}

function makeWeatherKey({ lat, lon }: WeatherCell, hour: Hour): string {
  return `${weatherFolder}/${lat.toFixed(1)}_${lon.toFixed(1)}/${formatHour(hour)}.json`
}

/** Looked-up weather in the object store, shared by all functions of a deployment. */
export class WeatherCache {
  readonly #storage: Storage
  readonly #now: () => number

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage
    this.#now = now
  }

  /** Returns an entry; undefined when it is missing, expired, damaged or unreadable. */
  async get(cell: WeatherCell, hour: Hour): Promise<Weather | undefined> {
    try {
      const { bytes } = await this.#storage.get(makeWeatherKey(cell, hour))
      const { fetched, weather } = Entry.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
      const fetchedMs = Date.parse(fetched)
      const isFinal = fetchedMs >= (hour + 1) * msPerHour
      const age = this.#now() - fetchedMs
      return isFinal || (age >= 0 && age < forecastLifeMs) ? weather : undefined
    } catch {
      return undefined
    }
  }

  /** Writes an entry. Ignores a failed write: the next request looks the weather up again. */
  async put(cell: WeatherCell, hour: Hour, weather: Weather): Promise<void> {
    const entry = { fetched: new Date(this.#now()).toISOString(), weather }
    await this.#storage.put(makeWeatherKey(cell, hour), JSON.stringify(entry)).catch(() => {})
  }
}
