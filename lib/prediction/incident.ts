import type { Weather, WeatherSource } from '../weather/index.ts'
import { measureArea } from './area/index.ts'
import type { Incident, SearchArea } from './prediction.ts'
import type { PredictRequest } from './schemas/index.ts'

/**
 * A request as a case. Weather that is given counts; else it is looked up for the middle of the area,
 * unless that is not wanted; else, and where there is none to be had, it is neutral.
 *
 * @throws ApiError `bad_request` when the area is not valid, before anything is looked up.
 */
export async function incidentOf(
  { profile, area, params }: PredictRequest,
  source: WeatherSource,
  signal?: AbortSignal,
): Promise<Incident> {
  const drawn = areaOf(area)
  const { middle } = measureArea(drawn)
  const one = {
    profile,
    area: drawn,
    datetime: new Date(params.datetime),
    ageYears: params.age_years,
    initialBearingDegrees: params.initial_bearing_deg,
  }
  if (params.weather) {
    return { ...one, weather: weatherOf(params.weather), weatherSource: 'request' }
  }
  if (params.disableWeather) return { ...one, weatherSource: 'neutral' }
  const weather = await source.at(middle, one.datetime, signal)
  if (weather) return { ...one, weather, weatherSource: 'lookup' }
  return { ...one, weatherSource: 'neutral', weatherUnavailable: true }
}

function areaOf(area: PredictRequest['area']): SearchArea {
  switch (area.type) {
    case 'circle':
      return {
        type: 'circle',
        center: { lat: area.center.lat, lon: area.center.lng },
        radiusMeters: area.radius_m,
      }
    case 'polygon':
      return { type: 'polygon', rings: area.geometry.coordinates }
    case 'path':
      return { type: 'path', line: area.geometry.coordinates, bufferMeters: area.buffer_m }
  }
}

function weatherOf(given: NonNullable<PredictRequest['params']['weather']>): Weather {
  return {
    temperatureC: given.temperature_c,
    precipitationMmPerHour: given.precipitation_mmh,
    windSpeedMetersPerSecond: given.wind_speed_mps,
    windDirectionDegrees: given.wind_direction_deg,
  }
}
