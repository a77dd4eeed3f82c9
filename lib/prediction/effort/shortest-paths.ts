import FlatQueue from 'flatqueue'

/** A directed graph in columns: the edges that leave node i are `first[i]` to `first[i + 1] - 1`. */
export interface Graph {
  first: Int32Array
  to: Int32Array
  /** Never negative. */
  costs: Float64Array
}

/** The least cost from one node to every other (Dijkstra 1959); infinite for unreachable nodes. */
export function shortestPathCosts({ first, to, costs }: Graph, start: number): Float64Array {
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
