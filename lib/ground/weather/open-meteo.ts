import * as z from 'zod'
import type { LatLon } from '#ground/geo'
import type { Weather } from './weather.ts'

/** Hours since 1970, UTC. */
export type Hour = number

export const msPerHour = 3_600_000

/** Returns the full hour nearest to a time: the service's values apply to full hours. */
export function toHour(time: Date): Hour {
  return Math.round(time.getTime() / msPerHour)
}

/** Formats an hour as `2026-01-31T05`, UTC. */
export function formatHour(hour: Hour): string {
  return new Date(hour * msPerHour).toISOString().slice(0, 13)
}

/**
 * Addresses of Open-Meteo's services (open-meteo.com/en/docs): forecasts of 16 days with the 92 days before,
 * and reanalyses from 1940 on with a delay of days.
 */
export interface OpenMeteoBases {
  forecast: string
  archive: string
}

export const openMeteoBases: OpenMeteoBases = {
  forecast: 'https://api.open-meteo.com',
  archive: 'https://archive-api.open-meteo.com',
}

/**
 * Parses the addresses in a setting: one for both services, or two separated by a comma, forecasts first. Keeps query
 * parameters such as a subscription's `apikey`. Undefined for `off`.
 *
 * @throws TypeError for any other text.
 */
export function parseOpenMeteoBases(text: string): OpenMeteoBases | undefined {
  if (text === 'off') return undefined
  const [forecast = '', archive = forecast, ...more] = text.split(',').map((part) => part.trim())
  const isAddress = (address: string): boolean =>
    /^https?:\/\//.test(address) && URL.canParse(address)
  if (more.length > 0 || !isAddress(forecast) || !isAddress(archive)) {
    throw new TypeError(
      'weather must be "off", an http(s) address, or two with a comma between them.',
    )
  }
  return { forecast, archive }
}

/** Reach of the forecast service in hours, with a day or two to spare. */
const forecastHours = { back: 90 * 24, ahead: 15 * 24 }
const firstYear = 1940

const variables = [
  'temperature_2m',
  'precipitation',
  'wind_speed_10m',
  'wind_direction_10m',
] as const

/** Builds the request for the day of an hour; undefined when no service covers it. */
export function buildOpenMeteoUrl(
  bases: OpenMeteoBases,
  { lat, lon }: LatLon,
  hour: Hour,
  now: Hour,
): URL | undefined {
  if (hour > now + forecastHours.ahead) return undefined
  if (new Date(hour * msPerHour).getUTCFullYear() < firstYear) return undefined
  const isRecent = hour >= now - forecastHours.back
  const url = new URL(isRecent ? bases.forecast : bases.archive)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/${isRecent ? 'forecast' : 'archive'}`
  const day = formatHour(hour).slice(0, 10)
  const parameters = {
    latitude: String(lat),
    longitude: String(lon),
    hourly: variables.join(','),
    start_date: day,
    end_date: day,
    wind_speed_unit: 'ms',
    timezone: 'UTC',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

/** Bounds are records on Earth. Values beyond them are errors of the service. */
const makeSeriesSchema = (min: number, max: number) =>
  z.array(z.number().min(min).max(max).nullable())

/** A reply: one value for each hour of the day and variable, `null` if missing. */
const Reply = z.object({
  hourly: z.object({
    time: z.array(z.string()),
    temperature_2m: makeSeriesSchema(-100, 70),
    precipitation: makeSeriesSchema(0, 500),
    wind_speed_10m: makeSeriesSchema(0, 150),
    wind_direction_10m: makeSeriesSchema(0, 360),
  }),
  // Checked, because a mirror that ignores `wind_speed_unit` would be wrong by a factor of 3.6.
  hourly_units: z.object({
    temperature_2m: z.literal('°C'),
    precipitation: z.literal('mm'),
    wind_speed_10m: z.literal('m/s'),
  }),
})

/**
 * Extracts the weather of an hour from a reply; undefined when a value is missing.
 *
 * @throws Error when it is not a reply of the service.
 */
export function extractWeather(reply: unknown, hour: Hour): Weather | undefined {
  const { hourly } = Reply.parse(reply)
  const i = hourly.time.indexOf(`${formatHour(hour)}:00`)
  const temperatureC = hourly.temperature_2m[i]
  const precipitationMmPerHour = hourly.precipitation[i]
  const windSpeedMetersPerSecond = hourly.wind_speed_10m[i]
  const windDirectionDegrees = hourly.wind_direction_10m[i]
  if (temperatureC == null || precipitationMmPerHour == null) return undefined
  if (windSpeedMetersPerSecond == null || windDirectionDegrees == null) return undefined
  return { temperatureC, precipitationMmPerHour, windSpeedMetersPerSecond, windDirectionDegrees }
}
