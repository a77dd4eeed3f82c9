import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confidenceOf } from '../../../lib/routing/snap/index.ts'

const distance = fc.option(fc.double({ min: 0, max: 100, noNaN: true }))

describe('the confidence of a match', () => {
  test('is 1 on the way, 0.5 at four times the accuracy, 0 for unmatched points', () => {
    expect(confidenceOf([0, 5, 20], 10, 1_000, 1_000)).toBe(1)
    expect(confidenceOf([40, 40], 10, 1_000, 1_000)).toBe(0.5)
    expect(confidenceOf([null, null], 10, 0, 0)).toBe(0)
    expect(confidenceOf([0, 0, 0, null], 10, 1_000, 1_000)).toBe(0.75)
  })

  test('is lower when the matched way is much longer than the trace', () => {
    expect(confidenceOf([0, 0], 10, 1_000, 1_150)).toBe(1)
    expect(confidenceOf([0, 0], 10, 1_000, 2_000)).toBe(0.5)
  })

  test('lies in 0..1 and never rises with the distance of points', () => {
    const lengths = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(distance, { minLength: 1 }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        lengths,
        lengths,
        (distances, accuracy, trace, way) => {
          const confidence = confidenceOf(distances, accuracy, trace, way)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          const farther = distances.map((off) => off && off * 2)
          expect(confidenceOf(farther, accuracy, trace, way)).toBeLessThanOrEqual(confidence)
        },
      ),
    )
  })
})
