import type { Weather, WeatherSource } from '#ground/weather'
import { measureArea } from './area/index.ts'
import { checkedPlaces } from './checked-request.ts'
import type { Incident } from './prediction.ts'
import type { PredictRequest } from './schemas/index.ts'

/**
 * The incident of a request. Its weather is that of the request, or else looked up for the middle of the
 * area; neutral if the lookup is disabled or fails.
 *
 * @throws ApiError `bad_request` when the area, a segment or searched ground is not valid, before the lookup.
 */
export async function incidentOf(
  request: PredictRequest,
  source: WeatherSource,
  signal?: AbortSignal,
): Promise<Incident> {
  const { profile, params } = request
  const { area, ...overlays } = checkedPlaces(request)
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
    return { ...incident, weather: weatherOf(params.weather), weatherSource: 'request' }
  }
  if (params.disableWeather) return { ...incident, weatherSource: 'neutral' }
  const weather = await source.at(middle, incident.datetime, signal)
  if (weather) return { ...incident, weather, weatherSource: 'lookup' }
  return { ...incident, weatherSource: 'neutral', weatherUnavailable: true }
}

function weatherOf(values: NonNullable<PredictRequest['params']['weather']>): Weather {
  return {
    temperatureC: values.temperature_c,
    precipitationMmPerHour: values.precipitation_mmh,
    windSpeedMetersPerSecond: values.wind_speed_mps,
    windDirectionDegrees: values.wind_direction_deg,
  }
}
