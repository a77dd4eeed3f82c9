/** Costs of going from one stop (row) to another (column); `Infinity` if no route exists. */
export type CostTable = readonly (readonly number[])[]

/** Costs in the form that the search reads: finite, so that sums and differences are meaningful. */
export interface Costs {
  /** Number of stops. */
  n: number
  /** Row by row: the cost from `a` to `b` is at `a * n + b`. */
  values: Float64Array
  /** Cost of a missing link: more than the cost of any order without missing links. */
  missingLinkCost: number
  /** Differences up to this may be rounding. */
  tolerance: number
}

/**
 * Converts a square table to costs. An order with fewer missing links always costs less.
 *
 * Throws `RangeError` for a table that is not square, or contains NaN or a negative cost.
 */
export function toCosts(table: CostTable): Costs {
  const n = table.length
  let highest = 0
  for (const row of table) {
    if (row.length !== n) throw new RangeError('a table of costs is square')
    for (const cost of row) {
      if (!(cost >= 0)) throw new RangeError(`${cost} is no cost`)
      if (cost !== Infinity) highest = Math.max(highest, cost)
    }
  }
  const noWay = n * highest + 1
  const values = Float64Array.from(table.flat(), (cost) => Math.min(cost, noWay))
  // The rounding error of a sum of n costs stays under a hundred units in the 15th digit.
  return { n, values, missingLinkCost: noWay, tolerance: n * noWay * 1e-12 }
}

/** Sums the cost of visiting stops in an order. */
export function sumCost(order: ArrayLike<number>, { n, values }: Costs): number {
  let sum = 0
  for (let i = 1; i < order.length; i++) sum += values[order[i - 1]! * n + order[i]!]!
  return sum
}
