import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rank } from '#prediction'

const masses = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 })
  .filter((values) => values.some((value) => value > 0))
  .map((values) => Float64Array.from(values))

const all = (values: Float64Array) => values.keys()
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

test('rank returns the hexagons best first, with falling scores, and 30 for the best', () => {
  fc.assert(
    fc.property(masses, (values) => {
      const { order, scores } = rank(values, all(values))
      expect([...order].sort((a, b) => a - b)).toEqual([...all(values)])
      expect(scores[0]).toBe(30)
      for (let i = 1; i < order.length; i++) {
        expect(scores[i]!).toBeLessThanOrEqual(scores[i - 1]!)
        expect(values[order[i]!]!).toBeLessThanOrEqual(values[order[i - 1]!]! * (1 + 1e-8))
      }
    }),
  )
})

test('hexagons with a score of at least 15 are the smallest set that holds half, apart from equal ones', () => {
  fc.assert(
    fc.property(masses, (values) => {
      const { order, scores } = rank(values, all(values))
      const best = order.filter((_, i) => scores[i]! >= 15)
      const half = sum(values) / 2
      const held = sum(Array.from(best, (hex) => values[hex]!))
      expect(held).toBeGreaterThanOrEqual(half * (1 - 1e-9))
      const alikeLast = Array.from(best, (hex) => values[hex]!).filter(
        (value) => Math.abs(value - values[best.at(-1)!]!) <= 1e-8 * value,
      )
      expect(held - sum(alikeLast)).toBeLessThanOrEqual(half * (1 + 1e-6))
    }),
  )
})

test('equal hexagons have equal scores and stay in their order', () => {
  const values = Float64Array.of(0.1, 0.3, 0.1 * (1 + 1e-14), 0.3, 0.2)
  const { order, scores } = rank(values, all(values))
  expect([...order]).toEqual([1, 3, 4, 0, 2])
  expect([...scores]).toEqual([30, 30, 12, 6, 6])
})

test('only the given hexagons are scored', () => {
  const { order, scores } = rank(Float64Array.of(0.5, 0.2, 0.2, 0.1), [1, 3])
  expect([...order]).toEqual([1, 3])
  expect([...scores]).toEqual([30, 10])
})

test('all hexagons have the highest score when all are equal', () => {
  const { scores } = rank(new Float64Array(1000).fill(1e-3), new Float64Array(1000).keys())
  expect(new Set(scores)).toEqual(new Set([30]))
})

test('probabilities that are not numbers are refused', () => {
  for (const bad of [Number.NaN, Infinity]) {
    expect(() => rank(Float64Array.of(0.5, bad, 0.2), [0, 1, 2])).toThrow(RangeError)
  }
  expect(rank(Float64Array.of(0.5, Number.NaN), [0]).scores).toEqual(Uint8Array.of(30))
})
