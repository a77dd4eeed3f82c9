import FlatQueue from 'flatqueue'

/**
 * A directed graph in compressed sparse row form: node `i` has the outgoing edges `first[i]` to
 * `first[i + 1] - 1`.
 */
export interface Graph {
  first: Int32Array
  /** Target node of each edge. */
  to: Int32Array
  /** Cost of each edge, never negative. */
  costs: Float64Array
}

/** Computes the least cost from one node to every other (Dijkstra 1959); infinite for unreachable nodes. */
export function computeShortestPaths({ first, to, costs }: Graph, start: number): Float64Array {
  const minCosts = new Float64Array(first.length - 1).fill(Infinity)
  const queue = new FlatQueue(to.length + 1)
  minCosts[start] = 0
  queue.push(start, 0)
  while (queue.length > 0) {
    const cost = queue.peekValue()!
    const node = queue.pop()!
    // A stale entry: a cheaper path was found after it was queued.
    if (cost > minCosts[node]!) continue
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const next = to[edge]!
      const total = cost + costs[edge]!
      // Negated, so that a NaN cost ends the path instead of looping.
      if (!(total < minCosts[next]!)) continue
      minCosts[next] = total
      queue.push(next, total)
    }
  }
  return minCosts
}
