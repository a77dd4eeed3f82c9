import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { expect, test } from 'vitest'
import { createLocalPlane } from '#prediction'

const wgs84 = geodesic.Geodesic.WGS84

const centers = fc.oneof(
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  fc.constantFrom({ lat: 90, lon: 0 }, { lat: -90, lon: 120 }, { lat: 0, lon: 180 }),
)
const offset = fc.double({ min: -17_000, max: 17_000, noNaN: true })

test('distance and direction from the centre equal the geodesic ones, at the poles too', () => {
  fc.assert(
    fc.property(
      centers,
      fc.double({ min: 1, max: 25_000, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      (center, meters, azimuth) => {
        const { lat2, lon2 } = wgs84.Direct(center.lat, center.lon, azimuth, meters)
        const { east, north } = createLocalPlane(center).toPlane({ lat: lat2!, lon: lon2! })
        expect(Math.hypot(east, north) / meters).toBeCloseTo(1, 5)
        const turn = (azimuth * Math.PI) / 180
        expect(Math.abs(east - meters * Math.sin(turn))).toBeLessThan(0.03 + 2e-6 * meters)
        expect(Math.abs(north - meters * Math.cos(turn))).toBeLessThan(0.03 + 2e-6 * meters)
      },
    ),
  )
})

test('distances between any two places are right to a hundred-thousandth', () => {
  fc.assert(
    fc.property(centers, offset, offset, offset, offset, (center, e1, n1, e2, n2) => {
      const plane = createLocalPlane(center)
      const [a, b] = [plane.toGlobe(e1, n1), plane.toGlobe(e2, n2)]
      const { s12 } = wgs84.Inverse(a.lat, a.lon, b.lat, b.lon)
      expect(Math.abs(s12! - Math.hypot(e2 - e1, n2 - n1))).toBeLessThan(0.05 + 1e-5 * s12!)
    }),
  )
})

test('the plane and the globe convert back and forth without loss', () => {
  fc.assert(
    fc.property(centers, offset, offset, (center, east, north) => {
      const plane = createLocalPlane(center)
      const place = plane.toGlobe(east, north)
      expect(Math.abs(place.lon)).toBeLessThanOrEqual(180)
      const back = plane.toPlane(place)
      expect(Math.hypot(back.east - east, back.north - north)).toBeLessThan(0.001)
    }),
  )
})
