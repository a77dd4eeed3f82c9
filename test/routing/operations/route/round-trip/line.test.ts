import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { listLoopCorners, measureRepeatedShare, toLine } from '#routing/operations/route/round-trip'

const shareOf = (...positions: [number, number][]) =>
  measureRepeatedShare(toLine(Int32Array.from(positions.flatMap(([y, x]) => [y * 1000, x * 1000]))))

describe('the share of a line that is used twice', () => {
  test('is 0 for a loop, also when it crosses itself', () => {
    expect(shareOf([0, 0], [0, 1], [1, 1], [1, 0], [0, 0])).toBe(0)
    expect(shareOf([0, 0], [1, 1], [2, 0], [2, 2], [1, 1], [0, 2], [0, 0])).toBe(0)
  })

  test('is 1 for a way out and back, or twice around', () => {
    expect(shareOf([0, 0], [0, 1], [0, 2], [0, 1], [0, 0])).toBe(1)
    expect(shareOf([0, 0], [0, 1], [1, 0], [0, 0], [0, 1], [1, 0], [0, 0])).toBe(1)
  })

  test('covers only the stem of a loop on a stem', () => {
    expect(shareOf([0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [0, 1], [0, 0])).toBeCloseTo(1 / 3, 3)
  })

  test('is 0 for a single position', () => {
    expect(shareOf([0, 0])).toBe(0)
  })
})

test('the corners of a loop lie on a circle through the start, around the heading', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.boolean(),
      fc.double({ min: 500, max: 100_000, noNaN: true }),
      (lat, headingDegrees, clockwise, circumferenceMeters) => {
        const start = { lat, lon: 179.99 }
        const corners = listLoopCorners(start, { headingDegrees, clockwise, circumferenceMeters })
        const radius = circumferenceMeters / (2 * Math.PI)
        // The loop is a square: its far corner is a diameter away, the others are equally far from both.
        const [left, far, right] = corners
        expect(corners).toHaveLength(3)
        expect(distanceMeters(start, far!) / (2 * radius)).toBeCloseTo(1, 1)
        for (const corner of [left!, right!]) {
          expect(distanceMeters(start, corner) / (Math.SQRT2 * radius)).toBeCloseTo(1, 1)
          expect(distanceMeters(far!, corner) / (Math.SQRT2 * radius)).toBeCloseTo(1, 1)
        }
      },
    ),
  )
})
