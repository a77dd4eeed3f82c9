export type { Weather, WeatherSource } from './weather.ts'
