import { type CostTable, costOf, toCosts } from './costs.ts'
import { exactOrder, maxExactStops } from './exact.ts'
import { searchOrder } from './search.ts'

export type { CostTable } from './costs.ts'

/**
 * The order in which to visit stops at the least cost, as positions in the table; the first and the last
 * stop stay. The best of all for up to 12 stops; beyond that found by search, within a few hundred
 * milliseconds for 50 stops. Never dearer than the input order, which is kept when no other is cheaper,
 * and with as few missing ways (`Infinity`) as could be found. The same table gives the same order.
 * Other calls get their turns meanwhile.
 *
 * Throws the signal's reason and `RangeError` for a table that is not square, or holds NaN or a negative cost.
 */
export async function visitOrder(table: CostTable, signal?: AbortSignal): Promise<number[]> {
  const costs = toCosts(table)
  const input = table.map((_, i) => i)
  const found = costs.n <= maxExactStops ? exactOrder(costs) : await searchOrder(costs, signal)
  return costOf(found, costs) < costOf(input, costs) - costs.tolerance ? found : input
}
