import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseSampleSpacing, readLegHeights } from '#routing/operations/route'
import { northward } from './trips.ts'

const clean = (elevation: number[]) => readLegHeights(northward(42.5, elevation), 30).heights

describe('the sample spacing requested from the engine', () => {
  test('divides the published interval into parts of 10 to 20 m', () => {
    fc.assert(
      fc.property(fc.double({ min: 10, max: 200, noNaN: true }), (interval) => {
        const spacing = chooseSampleSpacing(interval)
        expect(spacing).toBeGreaterThanOrEqual(10)
        expect(spacing).toBeLessThanOrEqual(20)
        const parts = interval / spacing
        expect(Math.abs(parts - Math.round(parts))).toBeLessThan(1e-9)
      }),
    )
  })
})

describe('heights of a leg', () => {
  test("equal the engine's heights where it has data", () => {
    const heights = [100, 101.5, 99, -430, 0]
    expect(clean(heights)).toEqual(heights)
  })

  test('are null without data, and on the interpolated ramp beside it', () => {
    const ramp = [-500, -500, -380, -260, -140, -20, 100, 102, 101, 105]
    expect(clean(ramp)).toEqual([...Array(7).fill(null), 102, 101, 105])
    expect(clean(ramp.toReversed())).toEqual([105, 101, 102, ...Array(7).fill(null)])
  })

  test('are null on a ramp that begins between two samples', () => {
    expect(clean([-500, -450.5, -400, -300, -200, -100, 0, 100, 130, 120]).slice(-2)).toEqual([
      130, 120,
    ])
    expect(clean([-500, -470, -300, -130, 40, 210, 300, 301]).slice(0, 6)).toEqual(
      Array(6).fill(null),
    )
  })

  test('are all null without any data', () => {
    expect(clean([-500, -500])).toEqual([null, null])
    expect(readLegHeights({ ...northward(42.5, []), elevation: undefined }, 30).heights).toEqual([])
  })
})
