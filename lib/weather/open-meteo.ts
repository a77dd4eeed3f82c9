import * as z from 'zod'
import type { Weather } from './weather.ts'

/** Hours since 1970, UTC. */
export type Hour = number

export const msPerHour = 3_600_000

/** The full hour nearest to a time: that is when the service's values are for. */
export function hourOf(time: Date): Hour {
  return Math.round(time.getTime() / msPerHour)
}

/** `2026-01-31T05`, UTC. */
export function hourName(hour: Hour): string {
  return new Date(hour * msPerHour).toISOString().slice(0, 13)
}

/**
 * Where Open-Meteo's two services are (open-meteo.com/en/docs): forecasts of 16 days with the 92 days
 * before, and reanalyses of everything from 1940 on with a delay of days.
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
 * Where the services are by the words of an operator: one address for both, or two with a comma between
 * them, forecasts first. What an address asks for is asked for each time, such as the `apikey` of a
 * subscription. Undefined for `off`.
 *
 * @throws TypeError when it is none of these.
 */
export function openMeteoBasesOf(text: string): OpenMeteoBases | undefined {
  if (text === 'off') return undefined
  const [forecast = '', archive = forecast, ...more] = text.split(',').map((one) => one.trim())
  const isAddress = (one: string): boolean => /^https?:\/\//.test(one) && URL.canParse(one)
  if (more.length > 0 || !isAddress(forecast) || !isAddress(archive)) {
    throw new TypeError(
      'weather must be "off", an http(s) address, or two with a comma between them.',
    )
  }
  return { forecast, archive }
}

/** Within the documented reach of the forecast service, with a day or two to spare at both ends. */
const forecastHours = { back: 90 * 24, ahead: 15 * 24 }
const firstYear = 1940

const variables = [
  'temperature_2m',
  'precipitation',
  'wind_speed_10m',
  'wind_direction_10m',
] as const

/** The address to ask for the day of an hour; undefined when no service has it. */
export function openMeteoUrl(
  bases: OpenMeteoBases,
  { lat, lon }: { lat: number; lon: number },
  hour: Hour,
  now: Hour,
): URL | undefined {
  if (hour > now + forecastHours.ahead) return undefined
  if (new Date(hour * msPerHour).getUTCFullYear() < firstYear) return undefined
  const isRecent = hour >= now - forecastHours.back
  const url = new URL(isRecent ? bases.forecast : bases.archive)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/${isRecent ? 'forecast' : 'archive'}`
  const day = hourName(hour).slice(0, 10)
  const asked = {
    latitude: String(lat),
    longitude: String(lon),
    hourly: variables.join(','),
    start_date: day,
    end_date: day,
    wind_speed_unit: 'ms',
    timezone: 'UTC',
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url
}

/** Values beyond what has ever been measured on Earth are a fault of the reply. */
const series = (low: number, high: number) => z.array(z.number().min(low).max(high).nullable())

/** A reply: one value for each hour of the day and variable, `null` where there is none. */
const Reply = z.object({
  hourly: z.object({
    time: z.array(z.string()),
    temperature_2m: series(-100, 70),
    precipitation: series(0, 500),
    wind_speed_10m: series(0, 150),
    wind_direction_10m: series(0, 360),
  }),
  // Asked for; a mirror that ignores the question would be off by a factor of 3.6 in silence.
  hourly_units: z.object({
    temperature_2m: z.literal('°C'),
    precipitation: z.literal('mm'),
    wind_speed_10m: z.literal('m/s'),
  }),
})

/**
 * The weather of an hour out of a reply; undefined when the service has no value for it.
 *
 * @throws Error when it is no reply of the service.
 */
export function weatherIn(reply: unknown, hour: Hour): Weather | undefined {
  const { hourly } = Reply.parse(reply)
  const i = hourly.time.indexOf(`${hourName(hour)}:00`)
  const temperatureC = hourly.temperature_2m[i]
  const precipitationMmPerHour = hourly.precipitation[i]
  const windSpeedMetersPerSecond = hourly.wind_speed_10m[i]
  const windDirectionDegrees = hourly.wind_direction_10m[i]
  if (temperatureC == null || precipitationMmPerHour == null) return undefined
  if (windSpeedMetersPerSecond == null || windDirectionDegrees == null) return undefined
  return { temperatureC, precipitationMmPerHour, windSpeedMetersPerSecond, windDirectionDegrees }
}
