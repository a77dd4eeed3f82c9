import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters, MeasuredLine, measureGeodesics, resample } from '#ground/geo'

const steps = fc.array(
  fc.record({
    north: fc.integer({ min: -20_000, max: 20_000 }),
    east: fc.integer({ min: -20_000, max: 20_000 }),
  }),
  { maxLength: 120 },
)

/** Lines of up to 120 segments of up to 3 km, some over the antimeridian, as microdegrees. */
const microdegrees = fc
  .tuple(fc.integer({ min: -65e6, max: 65e6 }), fc.integer({ min: -180e6, max: 180e6 }), steps)
  .map(([lat, lon, steps]) => {
    const values = [lat, lon]
    for (const { north, east } of steps) {
      const next = values.at(-1)! + east
      values.push(values.at(-2)! + north, next - 360e6 * Math.round(next / 360e6))
    }
    return Int32Array.from(values)
  })

const positionsOf = (values: Int32Array) =>
  Array.from({ length: values.length / 2 }, (_, i) => ({
    lat: values[2 * i]! / 1e6,
    lon: values[2 * i + 1]! / 1e6,
  }))

describe('the nearest point of a line', () => {
  test('is at least as near as every sampled position of the line', () => {
    const offset = fc.double({ min: -0.3, max: 0.3, noNaN: true })
    fc.assert(
      fc.property(microdegrees, fc.nat(), offset, offset, (values, pick, north, east) => {
        const positions = positionsOf(values)
        const near = positions[pick % positions.length]!
        const from = { lat: near.lat + north, lon: near.lon + east }
        const samples = resample(positions, measureGeodesics(positions), 200).positions
        const least = Math.min(
          ...[...samples, ...positions].map((position) => distanceMeters(from, position)),
        )
        const { distanceMeters: found, at } = new MeasuredLine(values).nearest(from)!
        expect(distanceMeters(from, at)).toBe(found)
        // Flat segments are within 0.6 % of geodesics; samples are 200 m apart.
        expect(found).toBeLessThanOrEqual(least * 1.006 + 0.1)
        expect(found).toBeGreaterThanOrEqual((least - 100) * 0.994 - 0.1)
      }),
    )
  })

  test('matches positionAt for its distance along the line', () => {
    fc.assert(
      fc.property(microdegrees, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const line = new MeasuredLine(values)
        const at = line.positionAt(share * line.lengthMeters)
        const nearest = line.nearest(at)!
        expect(nearest.distanceMeters).toBeLessThan(0.01)
        const again = line.positionAt(nearest.alongMeters)
        expect(distanceMeters(again, nearest.at)).toBeLessThan(0.01)
        expect(nearest.alongMeters).toBeLessThanOrEqual(line.lengthMeters)
      }),
    )
  })

  test('is undefined beyond the maximum, and the only position of a line without length', () => {
    const line = new MeasuredLine(Int32Array.of(45e6, 5e6, 45e6, 5.01e6))
    const from = { lat: 45.01, lon: 5.005 }
    expect(line.nearest(from, 1_000)).toBe(undefined)
    expect(line.nearest(from, 1_200)).toMatchObject({ at: { lat: 45 } })
    const point = new MeasuredLine(Int32Array.of(45e6, 5e6))
    expect(point.nearest(from)).toMatchObject({ at: { lat: 45, lon: 5 }, alongMeters: 0 })
    expect(point.positionAt(10)).toEqual({ lat: 45, lon: 5 })
  })
})
