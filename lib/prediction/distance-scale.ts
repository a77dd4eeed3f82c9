import type { Weather } from '#ground/weather'
import { figures } from './figures/index.ts'
import type { Incident } from './prediction.ts'
import type { Terms } from './terms.ts'

/**
 * Rates the severity of the weather from 0 to 1: the worst of wind chill, heat and rain, each a linear ramp between
 * two thresholds. Wind direction has no effect.
 */
export function rateWeather(weather: Weather): number {
  const { coldCelsius, heatCelsius, rainMmPerHour } = figures.weather
  return Math.max(
    interpolateRamp(computeWindChill(weather), coldCelsius.value),
    interpolateRamp(weather.temperatureC, heatCelsius.value),
    interpolateRamp(weather.precipitationMmPerHour, rainMmPerHour.value),
  )
}

/**
 * Computes the wind chill (Environment Canada and US National Weather Service, 2001), at most the air temperature.
 * Outside the range of the formula it is the air temperature.
 */
export function computeWindChill({ temperatureC, windSpeedMetersPerSecond }: Weather): number {
  const { windChill, windChillFromKilometersPerHour, windChillUpToCelsius } = figures.weather
  const kilometersPerHour = 3.6 * windSpeedMetersPerSecond
  const isDefined =
    temperatureC <= windChillUpToCelsius.value &&
    kilometersPerHour >= windChillFromKilometersPerHour.value
  if (!isDefined) return temperatureC
  const [constant, byTemperature, byWind, byBoth, exponent] = windChill.value
  const wind = kilometersPerHour ** exponent
  const chill =
    constant + byTemperature * temperatureC + byWind * wind + byBoth * temperatureC * wind
  return Math.min(temperatureC, chill)
}

/** Computes the factor on distances by age: interpolated linearly in the table of factors, then clamped. */
export function computeAgeScale(ageYears: number | undefined): number {
  const { scaleAtYears, unknownYears, bounds } = figures.age
  const age = ageYears ?? unknownYears.value
  const knots = scaleAtYears.value
  const next = knots.findIndex(([years]) => years >= age)
  if (next < 0) return clamp(knots.at(-1)![1], bounds.value)
  if (next === 0) return clamp(knots[0]![1], bounds.value)
  const [[ageBefore, scaleBefore], [ageAfter, scaleAfter]] = [knots[next - 1]!, knots[next]!]
  const rise = ((scaleAfter - scaleBefore) * (age - ageBefore)) / (ageAfter - ageBefore)
  return clamp(scaleBefore + rise, bounds.value)
}

/**
 * Computes the factor on the published distances: age times weather, clamped.
 *
 * @param terms Switches of the model; a switched-off term counts as 1.
 */
export function computeDistanceScale({ ageYears, weather }: Incident, terms: Terms): number {
  const byAge = terms.age ? computeAgeScale(ageYears) : 1
  const severity = terms.weather && weather ? rateWeather(weather) : 0
  const byWeather = 1 - figures.weather.scaleLoss.value * severity
  return clamp(byAge * byWeather, figures.scale.bounds.value)
}

/** Interpolates linearly from 0 at the first value to 1 at the second, clamped. */
function interpolateRamp(value: number, [none, full]: readonly [number, number]): number {
  return clamp((value - none) / (full - none), [0, 1])
}

function clamp(value: number, [min, max]: readonly [number, number]): number {
  return Math.min(max, Math.max(min, value))
}
