import { type CostTable, costOf, toCosts } from './costs.ts'
import { exactOrder, maxExactStops } from './exact.ts'
import { searchOrder } from './search.ts'

export type { CostTable } from './costs.ts'

/**
 * The cheapest order in which to visit stops, as positions in the table; the first and the last stop
 * stay. Exact for up to 12 stops; beyond that by search, a few hundred milliseconds for 50 stops. The input
 * order is kept when no cheaper one is found. Missing ways (`Infinity`) are avoided before cost counts. The
 * same table gives the same order. Yields to other calls.
 *
 * Throws the signal's reason and `RangeError` for a table that is not square, or holds NaN or a negative cost.
 */
export async function visitOrder(table: CostTable, signal?: AbortSignal): Promise<number[]> {
  const costs = toCosts(table)
  const input = table.map((_, i) => i)
  const found = costs.n <= maxExactStops ? exactOrder(costs) : await searchOrder(costs, signal)
  return costOf(found, costs) < costOf(input, costs) - costs.tolerance ? found : input
}
