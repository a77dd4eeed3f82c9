/** Costs of going from one stop (row) to another (column); `Infinity` where there is no way. */
export type CostTable = readonly (readonly number[])[]

/** Costs as the search reads them: finite, so that sums and differences are meaningful. */
export interface Costs {
  /** Number of stops. */
  n: number
  /** Row by row: the cost from `a` to `b` is at `a * n + b`. */
  values: Float64Array
  /** The cost of a missing way: more than the cost of any order without missing ways. */
  missingLinkCost: number
  /** Differences up to this may be rounding. */
  tolerance: number
}

/**
 * The costs of a square table. An order with fewer missing ways always costs less.
 *
 * Throws `RangeError` for a table that is not square, or holds NaN or a negative cost.
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
  // Rounding of a sum of n costs stays under a hundred units in the 15th digit.
  return { n, values, missingLinkCost: noWay, tolerance: n * noWay * 1e-12 }
}

/** The cost of visiting stops in an order. */
export function costOf(order: ArrayLike<number>, { n, values }: Costs): number {
  let sum = 0
  for (let i = 1; i < order.length; i++) sum += values[order[i - 1]! * n + order[i]!]!
  return sum
}
