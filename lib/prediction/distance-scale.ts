import type { Weather } from '../weather/index.ts'
import { figures } from './figures/index.ts'
import type { Incident } from './prediction.ts'
import type { Terms } from './terms.ts'

/**
 * Severity of the weather, 0 to 1: the worst of wind chill, heat and rain, each linear between two values.
 * The direction of the wind has no effect.
 */
export function weatherSeverity(weather: Weather): number {
  const { coldCelsius, heatCelsius, rainMmPerHour } = figures.weather
  return Math.max(
    ramp(windChillCelsius(weather), coldCelsius.value),
    ramp(weather.temperatureC, heatCelsius.value),
    ramp(weather.precipitationMmPerHour, rainMmPerHour.value),
  )
}

/**
 * Wind chill (Environment Canada and US National Weather Service, 2001) where it is defined, else the
 * temperature; never above that.
 */
export function windChillCelsius({ temperatureC, windSpeedMetersPerSecond }: Weather): number {
  const { windChill, windChillFromKilometersPerHour, windChillUpToCelsius } = figures.weather
  const speed = 3.6 * windSpeedMetersPerSecond
  const isDefined =
    temperatureC <= windChillUpToCelsius.value && speed >= windChillFromKilometersPerHour.value
  if (!isDefined) return temperatureC
  const [constant, byTemperature, byWind, byBoth, exponent] = windChill.value
  const wind = speed ** exponent
  const chill =
    constant + byTemperature * temperatureC + byWind * wind + byBoth * temperatureC * wind
  return Math.min(temperatureC, chill)
}

/** Factor on distances by age: linear between the knots of the table, within its bounds. */
export function ageScale(ageYears: number | undefined): number {
  const { scaleAtYears, unknownYears, bounds } = figures.age
  const age = ageYears ?? unknownYears.value
  const knots = scaleAtYears.value
  const next = knots.findIndex(([years]) => years >= age)
  if (next < 0) return clamp(knots.at(-1)![1], bounds.value)
  if (next === 0) return clamp(knots[0]![1], bounds.value)
  const [[before, low], [after, high]] = [knots[next - 1]!, knots[next]!]
  return clamp(low + ((high - low) * (age - before)) / (after - before), bounds.value)
}

/** Factor on distances by age and weather, within its bounds. */
export function distanceScale({ ageYears, weather }: Incident, terms: Terms): number {
  const byAge = terms.age ? ageScale(ageYears) : 1
  const severity = terms.weather && weather ? weatherSeverity(weather) : 0
  const byWeather = 1 - figures.weather.scaleLoss.value * severity
  return clamp(byAge * byWeather, figures.scale.bounds.value)
}

/** Linear from 0 at the first value to 1 at the second, clamped. */
function ramp(value: number, [none, full]: readonly [number, number]): number {
  return clamp((value - none) / (full - none), [0, 1])
}

function clamp(value: number, [min, max]: readonly [number, number]): number {
  return Math.min(max, Math.max(min, value))
}
