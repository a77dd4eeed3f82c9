import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CostTable,
  computeExactOrder,
  searchOrder,
  toCosts,
  visitOrder,
} from '#routing/operations/optimize/order'
import { runs } from '../../../setup/suite.ts'

function costOf(order: readonly number[], table: CostTable): number {
  return order.slice(1).reduce((sum, to, i) => sum + table[order[i]!]![to]!, 0)
}

/** Costs between stops, independent in both directions, sometimes equal, sometimes without a way. */
const tables = (sizes: { min: number; max: number }, cost: fc.Arbitrary<number>) =>
  fc
    .integer(sizes)
    .chain((n) =>
      fc.array(fc.array(cost, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
    )

const seconds = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 10_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1) },
)
const secondsOrNoWay = fc.oneof(
  { weight: 4, arbitrary: seconds },
  { weight: 1, arbitrary: fc.constant(Infinity) },
)

/** Yields every order with fixed ends. */
function* orders(n: number): Generator<number[]> {
  function* permutations(rest: readonly number[]): Generator<number[]> {
    if (rest.length === 0) yield []
    for (const stop of rest) {
      for (const tail of permutations(rest.filter((other) => other !== stop))) yield [stop, ...tail]
    }
  }
  const inner = Array.from({ length: n - 2 }, (_, i) => i + 1)
  for (const middle of permutations(inner)) yield [0, ...middle, n - 1]
}

const given = (table: CostTable) => table.map((_, i) => i)

function expectVisits(order: readonly number[], table: CostTable): void {
  expect(order.toSorted((a, b) => a - b)).toEqual(given(table))
  expect(order[0]).toBe(0)
  expect(order.at(-1)).toBe(table.length - 1)
}

describe('a visit order', () => {
  test('visits every stop once, keeps the ends and never costs more than the input', async () => {
    await fc.assert(
      fc.asyncProperty(tables({ min: 4, max: 24 }, seconds), async (table) => {
        const order = await visitOrder(table)
        expectVisits(order, table)
        expect(costOf(order, table)).toBeLessThanOrEqual(costOf(given(table), table))
      }),
      { numRuns: runs(60) },
    )
  })

  test('does the same for 50 stops with fractional seconds and unreachable pairs', async () => {
    const fractions = fc.oneof(
      { weight: 20, arbitrary: fc.double({ min: 0, max: 1e6, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(Infinity) },
    )
    await fc.assert(
      fc.asyncProperty(tables({ min: 50, max: 50 }, fractions), async (table) => {
        const order = await visitOrder(table)
        expectVisits(order, table)
        expect(costOf(order, table)).toBeLessThanOrEqual(costOf(given(table), table))
      }),
      { numRuns: runs(4) },
    )
  })

  test('is optimal for up to 8 stops, with the fewest unreachable pairs', async () => {
    await fc.assert(
      fc.asyncProperty(tables({ min: 4, max: 8 }, secondsOrNoWay), async (table) => {
        const all = [...orders(table.length)]
        const order = await visitOrder(table)
        const missing = (visit: number[]) =>
          visit.slice(1).filter((to, i) => table[visit[i]!]![to] === Infinity).length
        expect(costOf(order, table)).toBe(Math.min(...all.map((visit) => costOf(visit, table))))
        expect(missing(order)).toBe(Math.min(...all.map(missing)))
      }),
      { numRuns: runs(150) },
    )
  })

  test('is optimal for up to 10 stops in the heuristic search', async () => {
    await fc.assert(
      fc.asyncProperty(tables({ min: 4, max: 10 }, seconds), async (table) => {
        const costs = toCosts(table)
        const found = await searchOrder(costs)
        expectVisits(found, table)
        expect(costOf(found, table)).toBe(costOf(computeExactOrder(costs), table))
      }),
      { numRuns: runs(60), seed: 4 },
    )
  })

  test('is the same for the same table', async () => {
    await fc.assert(
      fc.asyncProperty(tables({ min: 20, max: 30 }, secondsOrNoWay), async (table) => {
        expect(await visitOrder(structuredClone(table))).toEqual(await visitOrder(table))
      }),
      { numRuns: runs(10) },
    )
  })

  test('stays as given when no other order is cheaper', async () => {
    for (const n of [0, 1, 2, 3, 8, 20]) {
      const table = Array.from({ length: n }, () => Array(n).fill(7))
      expect(await visitOrder(table)).toEqual(given(table))
    }
  })

  test('follows stops on a line when going back costs more', async () => {
    // Thirty stops on a line in a shuffled order; going back costs ten times more than going on.
    const n = 30
    const place = (stop: number) => (stop === n - 1 ? n - 1 : (stop * 7) % (n - 1))
    const table = Array.from({ length: n }, (_, a) =>
      Array.from({ length: n }, (_, b) => {
        const onward = place(b) - place(a)
        return onward >= 0 ? onward : -10 * onward
      }),
    )
    expect((await visitOrder(table)).map(place)).toEqual(Array.from({ length: n }, (_, i) => i))
  })

  test.each([
    ['is not square', [[0, 1], [1]]],
    [
      'holds NaN',
      [
        [0, Number.NaN],
        [1, 0],
      ],
    ],
    [
      'holds a negative cost',
      [
        [0, -1],
        [1, 0],
      ],
    ],
  ])('is refused for a table that %s', async (_, table) => {
    await expect(visitOrder(table)).rejects.toThrow(RangeError)
  })
})
