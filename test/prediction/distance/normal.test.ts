import { describe, expect, test } from 'vitest'
import {
  computeConcaveMajorant,
  computeNormalShare,
  interpolateMonotone,
  probit,
} from '#prediction/distance'

describe('the normal distribution', () => {
  test('agrees with the shares of published tables', () => {
    expect(computeNormalShare(0)).toBe(0.5)
    expect(computeNormalShare(1.6448536269514722)).toBeCloseTo(0.95, 14)
    expect(computeNormalShare(-1.959963984540054)).toBeCloseTo(0.025, 14)
    expect(computeNormalShare(3)).toBeCloseTo(0.9986501019683699, 14)
    expect(computeNormalShare(-40)).toBe(0)
    expect(computeNormalShare(40)).toBe(1)
  })

  test('is inverted by its probit, which refuses shares outside (0, 1)', () => {
    for (const share of [1e-6, 0.1, 0.25, 0.5, 0.75, 0.999]) {
      expect(computeNormalShare(probit(share))).toBeCloseTo(share, 13)
    }
    expect(probit(0.75)).toBeCloseTo(0.6744897501960817, 12)
    expect(() => probit(0)).toThrow(RangeError)
    expect(() => probit(1)).toThrow(RangeError)
  })
})

describe('the monotone curve', () => {
  test('goes through its points, rises between them and is linear beyond them', () => {
    const curve = interpolateMonotone([0, 1, 2, 10], [0, 5, 5.1, 6])
    expect([0, 1, 2, 10].map(curve)).toEqual([0, 5, 5.1, 6].map((y) => expect.closeTo(y, 12)))
    for (let x = -5; x < 15; x += 0.01) expect(curve(x + 0.01)).toBeGreaterThan(curve(x))
    expect(curve(14) - curve(13)).toBeCloseTo(curve(13) - curve(12), 12)
  })

  test('is straight if its points lie on a line', () => {
    const curve = interpolateMonotone([0, 1, 4, 5], [1, 3, 9, 11])
    for (let x = -3; x < 8; x += 0.5) expect(curve(x)).toBeCloseTo(1 + 2 * x, 12)
  })

  test('refuses points that do not rise', () => {
    expect(() => interpolateMonotone([0, 1, 2], [0, 1, 1])).toThrow(RangeError)
    expect(() => interpolateMonotone([0, 1, 1], [0, 1, 2])).toThrow(RangeError)
  })
})

test('the least concave majorant bridges dips and keeps other points', () => {
  const xs = Float64Array.from([0, 1, 2, 3, 4])
  expect([...computeConcaveMajorant(xs, Float64Array.from([0, 1, 5, 5.5, 6]))]).toEqual([
    0, 2.5, 5, 5.5, 6,
  ])
})
