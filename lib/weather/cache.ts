import * as z from 'zod'
import type { Storage } from '../storage/index.ts'
import { type Hour, hourName, msPerHour } from './open-meteo.ts'
import type { Weather } from './weather.ts'

const Entry = z.object({
  /** ISO 8601. */
  fetched: z.iso.datetime(),
  weather: z.object({
    temperatureC: z.number(),
    precipitationMmPerHour: z.number(),
    windSpeedMetersPerSecond: z.number(),
    windDirectionDegrees: z.number(),
  }),
})

/** A forecast is as good as new for this long; what was fetched when the hour had passed stays. */
const forecastLifeMs = msPerHour

/** Folder of the object store, so that functions may be let write there and nowhere else. */
export const weatherFolder = 'weather'

/** A cell of the grid that weather is looked up on, 0.1 degrees: reanalyses know no finer one. */
export interface WeatherCell {
  lat: number
  lon: number
}

export function weatherCell({ lat, lon }: { lat: number; lon: number }): WeatherCell {
  const rounded = (degrees: number): number => Math.round(degrees * 10) / 10 + 0
  const east = rounded(lon)
  return { lat: rounded(lat), lon: east >= 180 ? east - 360 : east }
}

function keyOf({ lat, lon }: WeatherCell, hour: Hour): string {
  return `${weatherFolder}/${lat.toFixed(1)}_${lon.toFixed(1)}/${hourName(hour)}.json`
}

/** Weather that has been looked up, in the object store: shared by all functions of a deployment. */
export class WeatherCache {
  readonly #storage: Storage
  readonly #now: () => number

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage
    this.#now = now
  }

  /** Undefined when there is nothing that still holds; a damaged or unreadable entry is as good as none. */
  async get(cell: WeatherCell, hour: Hour): Promise<Weather | undefined> {
    try {
      const { bytes } = await this.#storage.get(keyOf(cell, hour))
      const { fetched, weather } = Entry.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
      const fetchedMs = Date.parse(fetched)
      const isFinal = fetchedMs >= (hour + 1) * msPerHour
      const age = this.#now() - fetchedMs
      return isFinal || (age >= 0 && age < forecastLifeMs) ? weather : undefined
    } catch {
      return undefined
    }
  }

  /** What cannot be kept is looked up again. */
  async put(cell: WeatherCell, hour: Hour, weather: Weather): Promise<void> {
    const entry = { fetched: new Date(this.#now()).toISOString(), weather }
    await this.#storage.put(keyOf(cell, hour), JSON.stringify(entry)).catch(() => {})
  }
}
