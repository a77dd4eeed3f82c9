/** Costs of going from one stop (row) to another (column); `Infinity` where there is no way. */
export type CostTable = readonly (readonly number[])[]

/** Costs laid out for the search: finite, so that sums and differences of them always mean something. */
export interface Costs {
  /** Number of stops. */
  n: number
  /** Row by row: the cost from `a` to `b` is at `a * n + b`. */
  values: Float64Array
  /** What stands for no way: more than any order without it costs. */
  missingLinkCost: number
  /** Differences up to this may be rounding. */
  tolerance: number
}

/**
 * Lays out a square table. An order with fewer missing ways costs less than any with more.
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
  // Sums of n costs are rounded by less than a hundred units in the last of 15 places.
  return { n, values, missingLinkCost: noWay, tolerance: n * noWay * 1e-12 }
}

/** The cost of visiting stops in an order. */
export function costOf(order: ArrayLike<number>, { n, values }: Costs): number {
  let sum = 0
  for (let i = 1; i < order.length; i++) sum += values[order[i - 1]! * n + order[i]!]!
  return sum
}
