import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeReliefs, computeSlopes, type Heights } from '../../../../region/features/index.ts'
import { runs } from '../../../setup/suite.ts'

const width = 40
const height = 30

function ground(
  heightAt: (eastMeters: number, northMeters: number) => number,
  eastMeters = 20,
  northMeters = 30,
): Heights {
  const values = Float32Array.from({ length: width * height }, (_, i) =>
    heightAt((i % width) * eastMeters, -Math.floor(i / width) * northMeters),
  )
  return { values, width, height, eastMeters, northMeters }
}

const middle = (height >> 1) * width + (width >> 1)

describe('slope', () => {
  test('equals the slope of a plane, in any direction', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 80, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (degrees, facing) => {
          const rise = Math.tan((degrees * Math.PI) / 180)
          const plane = ground((e, n) => rise * (e * Math.sin(facing) + n * Math.cos(facing)))
          expect(computeSlopes(plane)[middle]!).toBeCloseTo(degrees, 2)
        },
      ),
    )
  })

  test('is 0 without a height, and uses the other heights beside a gap', () => {
    const hill = ground((e) => 0.1 * e)
    hill.values[middle] = Number.NaN
    const degrees = computeSlopes(hill)
    expect(degrees[middle]).toBe(0)
    expect(degrees[middle + 1]!).toBeGreaterThan(2)
    expect(degrees[middle + 1]!).toBeLessThan(6)
    expect(degrees.every(Number.isFinite)).toBe(true)
  })
})

describe('relief', () => {
  test('is the range of the heights within 250 m, without gaps', () => {
    const steps = [
      [20, 30],
      [90, 70],
      [400, 10],
      [12, 300],
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...steps), fc.integer(), ([east, north], seed) => {
        let state = seed >>> 0
        const random = (): number => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0
          return state / 2 ** 32
        }
        const heights = ground(() => (random() < 0.05 ? Number.NaN : 1000 * random()), east, north)
        const found = computeReliefs(heights)
        for (let i = 0; i < found.length; i += 7) {
          const [column, row] = [i % width, Math.floor(i / width)]
          let [lowest, highest] = [Infinity, -Infinity]
          for (const [k, value] of heights.values.entries()) {
            const [c, r] = [Math.abs((k % width) - column), Math.abs(Math.floor(k / width) - row)]
            const isNear = Math.hypot(c * east, r * north) <= 250 || (c <= 1 && r <= 1)
            if (!isNear || Number.isNaN(value)) continue
            lowest = Math.min(lowest, value)
            highest = Math.max(highest, value)
          }
          const expected = Number.isNaN(heights.values[i]!) ? 0 : highest - lowest
          expect(found[i]!).toBeCloseTo(expected, 2)
        }
      }),
      { numRuns: runs(30) },
    )
  })
})
