import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateConfidence } from '#routing/operations/snap'

const on = (distancesMeters: (number | null)[], other: object = {}) =>
  estimateConfidence({
    distancesMeters,
    accuracyMeters: 10,
    traceMeters: 1_000,
    wayMeters: 1_000,
    breaks: 0,
    ...other,
  })

describe('the confidence of a match', () => {
  test('is 1 on the way, and decreases with the distance of points from it', () => {
    expect(on([0, 0, 0])).toBe(1)
    expect(on([10, 10])).toBe(0.95)
    // A point farther away than twice the accuracy hardly belongs to this way.
    expect(on([40, 40])).toBe(0.42)
  })

  test('leaves out the share of points that are unmatched', () => {
    expect(on([0, 0, 0, null])).toBe(0.75)
    expect(on([null, null])).toBe(0)
  })

  test('is lower when the matched way is longer or shorter than the trace', () => {
    for (const wayMeters of [960, 1_000, 1_040]) expect(on([0, 0], { wayMeters })).toBe(1)
    expect(on([0, 0], { wayMeters: 1_480 })).toBe(0.71)
    expect(on([0, 0], { wayMeters: 500 })).toBe(0.55)
  })

  test('decreases for each break of the way, and less on a long trace', () => {
    expect(on([0, 0], { breaks: 2 })).toBe(0.93)
    expect(on([0, 0], { breaks: 20 })).toBe(0.56)
    expect(on([0, 0], { breaks: 2, traceMeters: 10_000, wayMeters: 10_000 })).toBe(0.99)
  })

  test('lies in 0..1, and never rises with distances, breaks or the difference of lengths', () => {
    const meters = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: 0, max: 100, noNaN: true })), { minLength: 1 }),
        fc.record({
          accuracyMeters: fc.double({ min: 1, max: 100, noNaN: true }),
          traceMeters: meters,
          wayMeters: meters,
          breaks: fc.nat(100),
        }),
        (distancesMeters, given) => {
          const confidence = on(distancesMeters, given)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          const farther = distancesMeters.map((off) => off && off * 2)
          expect(on(farther, given)).toBeLessThanOrEqual(confidence)
          expect(on(distancesMeters, { ...given, breaks: given.breaks + 1 })).toBeLessThanOrEqual(
            confidence,
          )
          const { wayMeters, traceMeters } = given
          const worse = wayMeters < traceMeters ? wayMeters / 2 : wayMeters * 2
          expect(on(distancesMeters, { ...given, wayMeters: worse })).toBeLessThanOrEqual(
            confidence,
          )
        },
      ),
    )
  })
})
