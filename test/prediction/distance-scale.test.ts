import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Weather } from '#ground/weather'
import type { Incident } from '#prediction'
import {
  computeAgeScale,
  computeDistanceScale,
  computeWindChill,
  rateWeather,
  selectTerms,
} from '#prediction'
import { figures } from '#prediction/figures'

const mild: Weather = {
  temperatureC: 15,
  precipitationMmPerHour: 0,
  windSpeedMetersPerSecond: 2,
  windDirectionDegrees: 0,
}
const weather = fc.record({
  temperatureC: fc.double({ min: -60, max: 55, noNaN: true }),
  precipitationMmPerHour: fc.double({ min: 0, max: 200, noNaN: true }),
  windSpeedMetersPerSecond: fc.double({ min: 0, max: 80, noNaN: true }),
  windDirectionDegrees: fc.double({ min: 0, max: 360, noNaN: true }),
})
const age = fc.double({ min: 0.1, max: 130, noNaN: true })

const incident: Incident = {
  profile: 'dementia_alzheimers',
  area: { type: 'circle', center: { lat: 50, lon: 10 }, radiusMeters: 1000 },
  datetime: new Date('2024-06-01T12:00:00Z'),
  weatherSource: 'neutral',
}

test('severity is 0 for mild weather, and up to 1 for cold, heat and rain', () => {
  expect(rateWeather(mild)).toBe(0)
  expect(rateWeather({ ...mild, temperatureC: -30 })).toBe(1)
  expect(rateWeather({ ...mild, temperatureC: 45 })).toBe(1)
  expect(rateWeather({ ...mild, precipitationMmPerHour: 50 })).toBe(1)
  expect(rateWeather({ ...mild, precipitationMmPerHour: 4 })).toBeCloseTo(0.5)
})

test('wind chill agrees with the published tables', () => {
  // Published: the wind chill is -20 at -10 degrees and 30 km/h, and -5 at 0 degrees and 20 km/h.
  expect(
    computeWindChill({ ...mild, temperatureC: -10, windSpeedMetersPerSecond: 30 / 3.6 }),
  ).toBeCloseTo(-20, 0)
  expect(
    computeWindChill({ ...mild, temperatureC: 0, windSpeedMetersPerSecond: 20 / 3.6 }),
  ).toBeCloseTo(-5, 0)
  expect(computeWindChill({ ...mild, temperatureC: 20, windSpeedMetersPerSecond: 20 })).toBe(20)
})

test('severity is from 0 to 1 and does not depend on the direction of the wind', () => {
  fc.assert(
    fc.property(weather, fc.double({ min: 0, max: 360, noNaN: true }), (at, other) => {
      const severity = rateWeather(at)
      expect(severity).toBeGreaterThanOrEqual(0)
      expect(severity).toBeLessThanOrEqual(1)
      expect(rateWeather({ ...at, windDirectionDegrees: other })).toBe(severity)
    }),
  )
})

test('severity never falls with more rain, more wind in the cold or more cold', () => {
  const more = fc.double({ min: 0, max: 30, noNaN: true })
  fc.assert(
    fc.property(weather, more, (at, by) => {
      const rainier = { ...at, precipitationMmPerHour: at.precipitationMmPerHour + by }
      expect(rateWeather(rainier)).toBeGreaterThanOrEqual(rateWeather(at))
      const windier = { ...at, windSpeedMetersPerSecond: at.windSpeedMetersPerSecond + by }
      expect(rateWeather(windier)).toBeGreaterThanOrEqual(rateWeather(at) - 1e-12)
      if (at.temperatureC > 10) return
      const colder = { ...at, temperatureC: at.temperatureC - by }
      expect(rateWeather(colder)).toBeGreaterThanOrEqual(rateWeather(at) - 1e-12)
    }),
  )
})

test('an unknown age counts as 65, and the scale never rises with age', () => {
  expect(computeAgeScale(undefined)).toBe(computeAgeScale(65))
  expect(computeAgeScale(65)).toBe(1)
  fc.assert(
    fc.property(age, age, (a, b) => {
      const [younger, older] = [Math.min(a, b), Math.max(a, b)]
      expect(computeAgeScale(older)).toBeLessThanOrEqual(computeAgeScale(younger))
    }),
  )
})

test('the scale of distances stays within its bounds', () => {
  const [min, max] = figures.scale.bounds.value
  fc.assert(
    fc.property(age, weather, (ageYears, at) => {
      const terms = selectTerms({ age: true, weather: true })
      const scale = computeDistanceScale({ ...incident, ageYears, weather: at }, terms)
      expect(scale).toBeGreaterThanOrEqual(min)
      expect(scale).toBeLessThanOrEqual(max)
    }),
  )
})

test('age and weather are off by default and do not change distances', () => {
  const storm = { ...mild, temperatureC: -30 }
  expect(computeDistanceScale({ ...incident, ageYears: 95, weather: storm }, selectTerms())).toBe(1)
})
