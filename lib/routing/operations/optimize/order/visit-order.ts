import { type CostTable, sumCost, toCosts } from './costs.ts'
import { computeExactOrder, maxExactStops } from './exact.ts'
import { searchOrder } from './search.ts'

export type { CostTable } from './costs.ts'

/**
 * Finds the cheapest order in which to visit stops, as positions in the table; the first and the last stop stay.
 * Exact for up to 12 stops. For more stops it searches, which takes a few hundred milliseconds for 50. Keeps the
 * input order when it finds no cheaper one. Avoiding missing links (`Infinity`) comes before cost. The same table
 * produces the same order. Yields to other calls.
 *
 * Throws the signal's reason, and `RangeError` for a table that is not square, or contains NaN or a negative cost.
 */
export async function visitOrder(table: CostTable, signal?: AbortSignal): Promise<number[]> {
  const costs = toCosts(table)
  const input = table.map((_, i) => i)
  const found =
    costs.n <= maxExactStops ? computeExactOrder(costs) : await searchOrder(costs, signal)
  return sumCost(found, costs) < sumCost(input, costs) - costs.tolerance ? found : input
}
