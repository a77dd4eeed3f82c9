import { LargeMap, LargeSet } from '#platform/large-data'
import { Components } from './components.ts'
import { IdSet } from './id-set.ts'
import type { NetworkWays } from './network-ways.ts'
import type { Square } from './square-areas.ts'

/** Maximum number of paths in a row from a square to a street; a square beyond that counts as an island. */
const maxPaths = 6

/** Roads and paths around squares. */
export class Connections {
  readonly #network: Components
  readonly #componentByNode: LargeMap<number, number>

  constructor(network: Components, componentByNode: LargeMap<number, number>) {
    this.#network = network
    this.#componentByNode = componentByNode
  }

  /** Whether a node of a square is also on a road or path. */
  isEntrance(node: number): boolean {
    return this.#componentByNode.has(node)
  }

  /** Returns the squares that roads, paths and other squares connect with a road for vehicles. */
  connected(squares: readonly Square[]): Square[] {
    const connected = new Set<Square>()
    const nodesOfConnected = new LargeSet<number>()
    const leadsToStreet = (node: number): boolean => {
      const component = this.#componentByNode.get(node)
      const isMarked = component !== undefined && this.#network.isMarked(component)
      return isMarked || nodesOfConnected.has(node)
    }
    for (let before = -1; connected.size > before; ) {
      before = connected.size
      for (const square of squares) {
        if (connected.has(square) || !square.rings.flat().some(leadsToStreet)) continue
        connected.add(square)
        for (const node of square.rings.flat()) {
          nodesOfConnected.add(node)
          const component = this.#componentByNode.get(node)
          if (component !== undefined) this.#network.mark(component)
        }
      }
    }
    return squares.filter((square) => connected.has(square))
  }
}

/**
 * Finds the roads and paths that touch squares, and whether they lead to a road for vehicles. Passes over all ways
 * once for each path in a row, at most {@link maxPaths} times. Keeps the nodes of squares and of the paths reached.
 */
export function findConnections(
  squares: readonly Square[],
  ways: NetworkWays,
  signal?: AbortSignal,
): Connections {
  const outlines = new Set(squares.flatMap((square) => square.outlines))
  const network = new Components()
  const componentOf = new LargeMap<number, number>()
  const reached = new LargeSet<number>()
  let front = new IdSet(new Set(squares.flatMap(({ rings }) => rings.flat())))
  for (let step = 0; step < maxPaths && front.size > 0; step++) {
    signal?.throwIfAborted()
    const next = new Map<number, number>()
    ways.visit(front, ({ id, nodes, isStreet }) => {
      if (outlines.has(id) || reached.has(id)) return
      reached.add(id)
      const component = network.add()
      if (isStreet) network.mark(component)
      for (const node of nodes) {
        const isInFront = front.has(node)
        if (isStreet && !isInFront) continue
        const known = componentOf.get(node)
        if (known === undefined) componentOf.set(node, component)
        else network.join(known, component)
        if (known === undefined && !isInFront) next.set(node, component)
      }
    })
    front = new IdSet(
      new Set([...next].flatMap(([node, at]) => (network.isMarked(at) ? [] : [node]))),
    )
  }
  return new Connections(network, componentOf)
}
