import type { Weather, WeatherSource } from '#ground/weather'
import { measureArea } from './area/index.ts'
import { validatePlaces } from './checked-request.ts'
import type { Incident } from './prediction.ts'
import type { PredictRequest } from './schemas/index.ts'

/**
 * Builds the incident of a request. The weather comes from the request, or else from a lookup for the middle of the
 * area. It is neutral when the lookup is disabled or fails.
 *
 * @throws ApiError `bad_request` before the lookup, when the area, a segment or searched ground is invalid.
 */
export async function buildIncident(
  request: PredictRequest,
  source: WeatherSource,
  signal?: AbortSignal,
): Promise<Incident> {
  const { profile, params } = request
  const { area, ...overlays } = validatePlaces(request)
  const { middle } = measureArea(area)
  const incident = {
    profile,
    area,
    ...overlays,
    datetime: new Date(params.datetime),
    ageYears: params.age_years,
    initialBearingDegrees: params.initial_bearing_deg,
    elapsedMinutes: params.elapsed_minutes,
    transport: params.transport,
    originUncertaintyMeters: params.origin_uncertainty_m,
  }
  if (params.weather) {
    return { ...incident, weather: toWeather(params.weather), weatherSource: 'request' }
  }
  if (params.disableWeather) return { ...incident, weatherSource: 'neutral' }
  const weather = await source.at(middle, incident.datetime, signal)
  if (weather) return { ...incident, weather, weatherSource: 'lookup' }
  return { ...incident, weatherSource: 'neutral', weatherUnavailable: true }
}

function toWeather(values: NonNullable<PredictRequest['params']['weather']>): Weather {
  return {
    temperatureC: values.temperature_c,
    precipitationMmPerHour: values.precipitation_mmh,
    windSpeedMetersPerSecond: values.wind_speed_mps,
    windDirectionDegrees: values.wind_direction_deg,
  }
}
