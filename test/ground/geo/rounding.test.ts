import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  roundConfidence,
  roundCoordinate,
  roundMeters,
  roundPercent,
  roundPosition,
  roundSeconds,
} from '#ground/geo'

const rounders = [
  { round: roundCoordinate, unit: 1e-6 },
  { round: roundMeters, unit: 0.1 },
  { round: roundSeconds, unit: 1 },
  { round: roundPercent, unit: 0.1 },
  { round: roundConfidence, unit: 0.01 },
]

describe('rounding', () => {
  test('moves a number by at most half a unit and never returns -0', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...rounders), number, ({ round, unit }, value) => {
        const rounded = round(value)
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(unit / 2 + 1e-9)
        expect(Object.is(rounded, -0)).toBe(false)
        expect(round(rounded)).toBe(rounded)
      }),
    )
  })

  test('keeps only the two coordinates of a position', () => {
    const position = { lat: 46.123_456_51, lon: -28.000_000_4, name: 'x' }
    expect(roundPosition(position)).toEqual({ lat: 46.123_457, lon: -28 })
  })

  test.each([Number.NaN, Infinity, -Infinity])('refuses %s', (value) => {
    for (const { round } of rounders) expect(() => round(value)).toThrow(RangeError)
  })
})
