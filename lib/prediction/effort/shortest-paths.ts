/** A graph in columns: what leaves node i is at `first[i]` up to before `first[i + 1]`. */
export interface Graph {
  first: Int32Array
  to: Int32Array
  /** Never negative. */
  costs: Float64Array
}

/**
 * The least cost from one node to every other (Dijkstra 1959, with a binary heap); infinite where no
 * edge leads.
 */
export function shortestPathCosts({ first, to, costs }: Graph, start: number): Float64Array {
  const least = new Float64Array(first.length - 1).fill(Infinity)
  const heap = new NodeHeap(to.length + 1)
  least[start] = 0
  heap.push(start, 0)
  while (heap.size > 0) {
    const cost = heap.leastKey
    const node = heap.pop()
    // Left over from before a cheaper way was found.
    if (cost > least[node]!) continue
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const next = to[edge]!
      const total = cost + costs[edge]!
      // Asked so that a cost which is no number leads nowhere, rather than round and round.
      if (!(total < least[next]!)) continue
      least[next] = total
      heap.push(next, total)
    }
  }
  return least
}

/** Nodes by key, the least first. */
class NodeHeap {
  size = 0
  readonly #nodes: Int32Array
  readonly #keys: Float64Array

  constructor(capacity: number) {
    this.#nodes = new Int32Array(capacity)
    this.#keys = new Float64Array(capacity)
  }

  get leastKey(): number {
    return this.#keys[0]!
  }

  push(node: number, key: number): void {
    const [nodes, keys] = [this.#nodes, this.#keys]
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent]! <= key) break
      nodes[at] = nodes[parent]!
      keys[at] = keys[parent]!
      at = parent
    }
    nodes[at] = node
    keys[at] = key
  }

  pop(): number {
    const [nodes, keys] = [this.#nodes, this.#keys]
    const top = nodes[0]!
    const size = --this.size
    const [node, key] = [nodes[size]!, keys[size]!]
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++
      if (keys[child]! >= key) break
      nodes[at] = nodes[child]!
      keys[at] = keys[child]!
      at = child
    }
    nodes[at] = node
    keys[at] = key
    return top
  }
}
