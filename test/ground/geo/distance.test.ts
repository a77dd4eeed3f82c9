import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeBounds,
  cumulativeMeters,
  decodeMicrodegrees,
  distanceMeters,
  encodePolyline,
  isWithinMeters,
} from '#ground/geo'

const nearby = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
  north: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
  east: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
})

describe('distance', () => {
  test('equals the geodesic on WGS84', () => {
    // Vincenty's line from Flinders Peak to Buninyong, Geodetic Datum of Australia technical manual;
    // on GRS80, which differs from WGS84 by less than a millimetre here.
    const flindersPeak = { lat: -37.95103342, lon: 144.42486789 }
    const buninyong = { lat: -37.65282114, lon: 143.92649553 }
    expect(distanceMeters(flindersPeak, buninyong)).toBeCloseTo(54_972.271, 2)
  })

  test('is compared with a limit as the geodesic would be, whatever the positions and the limit', () => {
    const lat = fc.oneof(fc.constantFrom(-90, 0, 90), fc.double({ min: -90, max: 90, noNaN: true }))
    const lon = fc.oneof(
      fc.constantFrom(-180, 0, 180),
      fc.double({ min: -180, max: 180, noNaN: true }),
    )
    const step = fc.oneof(fc.double({ min: -0.01, max: 0.01, noNaN: true }), fc.constant(0))
    const pair = fc.oneof(
      fc.tuple(fc.record({ lat, lon }), fc.record({ lat, lon })),
      fc.tuple(lat, lon, step, step).map(([lat, lon, north, east]) => [
        { lat, lon },
        { lat: Math.max(-90, Math.min(90, lat + north)), lon: lon + east },
      ]),
    )
    const share = fc.oneof(
      fc.constantFrom(0.999_999, 1, 1.000_001),
      fc.double({ min: 0, max: 2, noNaN: true }),
    )
    fc.assert(
      fc.property(pair, share, ([from, to], share) => {
        const distance = distanceMeters(from!, to!)
        expect(isWithinMeters(from!, to!, distance * share)).toBe(distance <= distance * share)
      }),
    )
  })

  test('is within 0.6 % of the geodesic along a line', () => {
    fc.assert(
      fc.property(nearby, ({ lat, lon, north, east }) => {
        const encoded = encodePolyline([
          { lat, lon },
          { lat: lat + north, lon: lon + east },
        ])
        const line = decodeMicrodegrees(encoded)
        const [from, to] = [0, 2].map((i) => ({ lat: line[i]! / 1e6, lon: line[i + 1]! / 1e6 }))
        const exact = distanceMeters(from!, to!)
        expect(Math.abs(cumulativeMeters(line)[1]! - exact)).toBeLessThanOrEqual(exact * 0.006)
      }),
    )
  })

  test('starts at 0 along a line and adds up', () => {
    const line = Int32Array.from([0, 0, 1000, 0, 1000, 0, 3000, 0])
    const along = cumulativeMeters(line)
    expect(along[0]).toBe(0)
    expect(along[2]).toBe(along[1])
    expect(along[3]).toBeCloseTo(3 * along[1]!, 9)
  })
})

describe('bounds', () => {
  test('contain every position and touch the outermost', () => {
    expect(
      computeBounds([
        { lat: 1, lon: -2 },
        { lat: -3, lon: 4 },
        { lat: 0, lon: 0 },
      ]),
    ).toEqual({ min_lat: -3, min_lon: -2, max_lat: 1, max_lon: 4 })
  })

  test('are refused without positions', () => {
    expect(() => computeBounds([])).toThrow(RangeError)
  })
})
