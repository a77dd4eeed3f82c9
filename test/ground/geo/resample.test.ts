import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countResampled,
  distanceMeters,
  type LatLon,
  measureGeodesics,
  resample,
} from '#ground/geo'

const position = fc.record({
  lat: fc.double({ min: -89, max: 89, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Lines that begin anywhere, with steps of up to 3 km, some over the antimeridian. */
const line = fc
  .tuple(
    position,
    fc.array(
      fc.record({
        north: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
        east: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      }),
      { maxLength: 12 },
    ),
  )
  .map(([start, steps]) => {
    const positions: LatLon[] = [start]
    for (const { north, east } of steps) {
      const { lat, lon } = positions.at(-1)!
      const next = lon + east
      positions.push({ lat: lat + north, lon: next > 180 ? next - 360 : next })
    }
    return positions
  })

const spacing = fc.double({ min: 1, max: 1000, noNaN: true })

const resampled = (positions: LatLon[], spacingMeters: number) =>
  resample(positions, measureGeodesics(positions), spacingMeters)

describe('a resampled line', () => {
  test('has the predicted number of positions, and keeps the last one', () => {
    fc.assert(
      fc.property(line, spacing, (positions, spacingMeters) => {
        const { positions: found, distances } = resampled(positions, spacingMeters)
        const length = measureGeodesics(positions).at(-1)!
        expect(found).toHaveLength(countResampled(length, spacingMeters))
        expect(distances).toHaveLength(found.length)
        expect(found.at(-1)).toEqual(positions.at(-1))
        expect(distances.at(-1)).toBe(length)
      }),
    )
  })

  test('has a position at every multiple of the spacing, at its distance along the line', () => {
    fc.assert(
      fc.property(line, spacing, (positions, spacingMeters) => {
        const along = measureGeodesics(positions)
        const { positions: found, distances } = resampled(positions, spacingMeters)
        for (const [i, at] of found.slice(0, -1).entries()) {
          expect(distances[i]).toBe(i * spacingMeters)
          const stretch = along.findIndex((_, k) => along[k + 1]! > distances[i]!)
          const walked = along[stretch]! + distanceMeters(positions[stretch]!, at)
          expect(walked).toBeCloseTo(distances[i]!, 4)
          const ahead = distanceMeters(at, positions[stretch + 1]!)
          expect(walked + ahead).toBeCloseTo(along[stretch + 1]!, 4)
        }
      }),
    )
  })

  test('is evenly spaced to the millimetre on a geodesic of 300 km', () => {
    const ends = [
      { lat: 46, lon: 6 },
      { lat: 47.5, lon: 9.2 },
    ]
    const { positions } = resampled(ends, 500)
    const steps = positions.slice(1, -1).map((to, i) => distanceMeters(positions[i]!, to))
    expect(Math.max(...steps)).toBeCloseTo(500, 3)
    expect(Math.min(...steps)).toBeCloseTo(500, 3)
  })

  test('does not end with a segment that rounds to 0.0 m', () => {
    const start = { lat: 0, lon: 0 }
    const end = { lat: 0, lon: 0.01 }
    const length = distanceMeters(start, end)
    expect(resampled([start, end], (length - 0.04) / 10).positions).toHaveLength(11)
    expect(resampled([start, end], (length - 0.06) / 10).positions).toHaveLength(12)
  })

  test('equals its position when it has only one', () => {
    const at = { lat: 42.5, lon: 1.5 }
    expect(resampled([at], 10)).toEqual({ positions: [at], distances: new Float64Array([0]) })
    expect(resampled([at, at, at], 10).positions).toEqual([at])
  })

  test('takes the short way over the antimeridian', () => {
    const { positions } = resampled(
      [
        { lat: -17, lon: 179.99 },
        { lat: -17, lon: -179.99 },
      ],
      100,
    )
    expect(positions.every(({ lon }) => Math.abs(lon) > 179.98 && Math.abs(lon) <= 180)).toBe(true)
  })
})
