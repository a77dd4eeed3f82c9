import { expect, test } from 'vitest'
import { describePlace, formatDistance, formatDuration, omitKeys } from '#platform/mcp'

test.each([
  [0, '0 m'],
  [849.6, '850 m'],
  [12_345, '12.3 km'],
  [1_204_000, '1,204 km'],
])('%d metres are %s', (meters, text) => {
  expect(formatDistance(meters)).toBe(text)
})

test('miles are for who asks for them', () => {
  expect(formatDistance(12_345, 'miles')).toBe('7.7 mi')
  expect(formatDistance(100, 'miles')).toBe('328 ft')
})

test.each([
  [45, '45 s'],
  [60, '1 min'],
  [3590, '1 h'],
  [3900, '1 h 5 min'],
  [183_600, '2 d 3 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a place is its label, its position, and what is known of it', () => {
  const coordinates = { lat: 46.4, lng: -28.4 }
  expect(describePlace({ label: 'Lagrin', coordinates })).toBe('"Lagrin" at 46.4, -28.4')
  expect(
    describePlace({
      label: 'Lagrin',
      coordinates,
      confidence: 0.9,
      place_type: 'locality',
      id: 'osm:node/1',
    }),
  ).toBe('"Lagrin" at 46.4, -28.4 (locality, confidence 0.9, osm:node/1)')
})

test('keys are left out at any depth', () => {
  expect(omitKeys({ a: 1, b: [{ a: 2, c: null }] }, ['a'])).toEqual({ b: [{ c: null }] })
})
