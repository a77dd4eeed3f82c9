import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { expect, test } from 'vitest'
import { marginDegrees, wrapDegrees } from '#ground/geo'

const { WGS84 } = geodesic.Geodesic
const double = (min: number, max: number) => fc.double({ min, max, noNaN: true })

test('a margin in degrees reaches its distance in every direction, at poles and the antimeridian', () => {
  fc.assert(
    fc.property(
      fc.oneof(double(-90, 90), double(89.9, 90), double(-90, -89.9)),
      fc.oneof(double(-180, 180), fc.constantFrom(-180, 180)),
      double(1, 20_000),
      double(0, 360),
      (lat, lon, meters, azimuth) => {
        const margin = marginDegrees({ min_lat: lat, max_lat: lat }, meters)
        const { lat2, lon2 } = WGS84.Direct(lat, lon, azimuth, meters)
        expect(Math.abs(lat2! - lat)).toBeLessThanOrEqual(margin.lat)
        expect(Math.abs(wrapDegrees(lon2! - lon))).toBeLessThanOrEqual(margin.lon + 1e-9)
      },
    ),
  )
})

test('a margin is not much wider than its distance', () => {
  const { lat, lon } = marginDegrees({ min_lat: 45, max_lat: 46 }, 1_000)
  expect(lat).toBeCloseTo(1_000 / 111_100, 3)
  expect(lon).toBeCloseTo(1_000 / 77_300, 3)
})

test('degrees are wrapped to -180 to 180 by whole turns', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 3 }), double(-179, 179), (turns, degrees) => {
      expect(wrapDegrees(degrees + 360 * turns)).toBeCloseTo(degrees, 9)
    }),
  )
})
