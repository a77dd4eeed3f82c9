import { openWeather, readWeatherSecret, type WeatherSource } from '#ground/weather'
import { logger } from '#platform/api'
import { openStorage } from '#platform/storage'

let opened: Promise<WeatherSource> | undefined

/** Opens the weather source of predictions, with its cache in the object store. */
export function openPredictionWeather(): Promise<WeatherSource> {
  opened ??= open().catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<WeatherSource> {
  const { CAIRN_WEATHER, CAIRN_WEATHER_SECRET: secret } = process.env
  const addresses = secret ? await readWeatherSecret(secret) : CAIRN_WEATHER
  return openWeather(
    await openStorage(),
    { onFault: (error) => logger.warn('weather lookup failed', { error: error as Error }) },
    { CAIRN_WEATHER: addresses },
  )
}
