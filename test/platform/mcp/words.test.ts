import { expect, test } from 'vitest'
import { describePlace, formatDistance, formatDuration, omitKeys } from '#platform/mcp'

test.each([
  [0, '0 m'],
  [849.6, '850 m'],
  [12_345, '12.3 km'],
  [1_204_000, '1,204 km'],
])('%d metres are written as %s', (meters, text) => {
  expect(formatDistance(meters)).toBe(text)
})

test('distances are in miles on request', () => {
  expect(formatDistance(12_345, 'miles')).toBe('7.7 mi')
  expect(formatDistance(100, 'miles')).toBe('328 ft')
})

test.each([
  [45, '45 s'],
  [60, '1 min'],
  [3590, '1 h'],
  [3900, '1 h 5 min'],
  [183_600, '2 d 3 h'],
])('%d seconds are written as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a place is described by its label, its position, and its known details', () => {
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

test('keys are omitted at any depth', () => {
  expect(omitKeys({ a: 1, b: [{ a: 2, c: null }] }, ['a'])).toEqual({ b: [{ c: null }] })
})
