import type { Costs } from './costs.ts'

/** Builds an order by always continuing to the cheapest remaining stop; the last stop stays last. */
export function buildNearestNeighbourOrder({ n, values }: Costs): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = 1; i < n - 1; i++) {
    const row = order[i - 1]! * n
    let nearest = i
    for (let j = i + 1; j < n - 1; j++) {
      if (values[row + order[j]!]! < values[row + order[nearest]!]!) nearest = j
    }
    const stop = order[nearest]!
    order[nearest] = order[i]!
    order[i] = stop
  }
  return order
}

/** Builds an order by inserting, one at a time, the stop that is cheapest to insert, at its cheapest position. */
export function buildCheapestInsertionOrder({ n, values }: Costs): Int32Array {
  const order = [0, n - 1]
  const left = new Set(Array.from({ length: n - 2 }, (_, i) => i + 1))
  while (left.size > 0) {
    let best = { added: Infinity, stop: -1, at: -1 }
    for (const stop of left) {
      for (let at = 1; at < order.length; at++) {
        const [a, b] = [order[at - 1]!, order[at]!]
        const added = values[a * n + stop]! + values[stop * n + b]! - values[a * n + b]!
        if (added < best.added) best = { added, stop, at }
      }
    }
    order.splice(best.at, 0, best.stop)
    left.delete(best.stop)
  }
  return Int32Array.from(order)
}
