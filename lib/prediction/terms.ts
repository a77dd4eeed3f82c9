import { getPosition } from 'suncalc'
import type { LatLon } from '../geo/index.ts'
import type { Weather } from '../weather/index.ts'
import { figures, type TermName } from './figures/index.ts'
import type { Incident, SearchArea } from './prediction.ts'

/** Which terms count in a prediction. */
export type Terms = Record<TermName, boolean>

/** As the evidence allows, or as asked for. */
export function termsOf(asked: Partial<Terms> = {}): Terms {
  const names = Object.keys(figures.terms) as TermName[]
  const defaults = names.map((name) => [name, figures.terms[name].applied])
  return { ...(Object.fromEntries(defaults) as Terms), ...asked }
}

/**
 * How hard the weather is on somebody outside, 0 to 1: the worst of cold as it is felt, heat and rain,
 * each rising straight between two values. The direction of the wind has no part in it.
 */
export function weatherSeverity(weather: Weather): number {
  const { coldCelsius, heatCelsius, rainMmPerHour } = figures.weather
  return Math.max(
    rise(windChillCelsius(weather), coldCelsius.value),
    rise(weather.temperatureC, heatCelsius.value),
    rise(weather.precipitationMmPerHour, rainMmPerHour.value),
  )
}

/**
 * Wind chill (Environment Canada and US National Weather Service, 2001) where it is defined, else the
 * temperature itself; never above it.
 */
export function windChillCelsius({ temperatureC, windSpeedMetersPerSecond }: Weather): number {
  const { windChill, windChillFromKilometersPerHour, windChillUpToCelsius } = figures.weather
  const speed = 3.6 * windSpeedMetersPerSecond
  const isDefined =
    temperatureC <= windChillUpToCelsius.value && speed >= windChillFromKilometersPerHour.value
  if (!isDefined) return temperatureC
  const [constant, byTemperature, byWind, byBoth, exponent] = windChill.value
  const wind = speed ** exponent
  const felt =
    constant + byTemperature * temperatureC + byWind * wind + byBoth * temperatureC * wind
  return Math.min(temperatureC, felt)
}

/** Factor on distances by age: straight between the knots of the table, within its bounds. */
export function ageScale(ageYears: number | undefined): number {
  const { scaleAtYears, unknownYears, bounds } = figures.age
  const age = ageYears ?? unknownYears.value
  const knots = scaleAtYears.value
  const next = knots.findIndex(([years]) => years >= age)
  if (next < 0) return within(knots.at(-1)![1], bounds.value)
  if (next === 0) return within(knots[0]![1], bounds.value)
  const [[before, low], [after, high]] = [knots[next - 1]!, knots[next]!]
  return within(low + ((high - low) * (age - before)) / (after - before), bounds.value)
}

/** Factor on distances by what is known of the person and the weather, within its bounds. */
export function distanceScale({ ageYears, weather }: Incident, terms: Terms): number {
  const byAge = terms.age ? ageScale(ageYears) : 1
  const severity = terms.weather && weather ? weatherSeverity(weather) : 0
  const byWeather = 1 - figures.weather.scaleLoss.value * severity
  return within(byAge * byWeather, figures.scale.bounds.value)
}

/** Whether the sun is so far below the horizon that it is dark in the area. */
export function isDark({ datetime, area }: Pick<Incident, 'datetime' | 'area'>): boolean {
  const { lat, lon } = placeIn(area)
  return getPosition(datetime, lat, lon).altitude < figures.darkness.sunAltitudeDegrees.value
}

/** Any place in an area: over its width the sun stands as good as alike. */
function placeIn(area: SearchArea): LatLon {
  if (area.type === 'circle') return area.center
  const [lon, lat] = (area.type === 'polygon' ? area.rings[0]! : area.line)[0]!
  return { lat, lon }
}

/** 0 at the first value and 1 at the second, straight in between. */
function rise(value: number, [none, full]: readonly [number, number]): number {
  return within((value - none) / (full - none), [0, 1])
}

function within(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value))
}
