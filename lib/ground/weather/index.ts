/** Weather at a place in an hour, looked up and cached. */
export { weatherFolder } from './cache.ts'
export { parseOpenMeteoBases } from './open-meteo.ts'
export { openWeather, type WeatherEnvironment, type WeatherOptions } from './open-weather.ts'
export { readWeatherSecret } from './secret.ts'
export type { Weather, WeatherSource } from './weather.ts'
