import type { Weather, WeatherSource } from '../weather/index.ts'
import { measureArea } from './area/index.ts'
import type { Incident, SearchArea } from './prediction.ts'
import type { PredictRequest } from './schemas/index.ts'

/**
 * The incident of a request. Its weather is that of the request, or else looked up for the middle of the
 * area; neutral if the lookup is disabled or fails.
 *
 * @throws ApiError `bad_request` when the area is not valid, before the lookup.
 */
export async function incidentOf(
  { profile, area, params }: PredictRequest,
  source: WeatherSource,
  signal?: AbortSignal,
): Promise<Incident> {
  const searchArea = searchAreaOf(area)
  const { middle } = measureArea(searchArea)
  const incident = {
    profile,
    area: searchArea,
    datetime: new Date(params.datetime),
    ageYears: params.age_years,
    initialBearingDegrees: params.initial_bearing_deg,
  }
  if (params.weather) {
    return { ...incident, weather: weatherOf(params.weather), weatherSource: 'request' }
  }
  if (params.disableWeather) return { ...incident, weatherSource: 'neutral' }
  const weather = await source.at(middle, incident.datetime, signal)
  if (weather) return { ...incident, weather, weatherSource: 'lookup' }
  return { ...incident, weatherSource: 'neutral', weatherUnavailable: true }
}

function searchAreaOf(area: PredictRequest['area']): SearchArea {
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

function weatherOf(values: NonNullable<PredictRequest['params']['weather']>): Weather {
  return {
    temperatureC: values.temperature_c,
    precipitationMmPerHour: values.precipitation_mmh,
    windSpeedMetersPerSecond: values.wind_speed_mps,
    windDirectionDegrees: values.wind_direction_deg,
  }
}
