/** Rings assembled from ways. */
export interface AssembledRings {
  /** Node ids of each ring; the first id is repeated at the end. */
  closed: number[][]
  /** Chains that could not be closed, because part of the outline is missing. */
  open: number[][]
}

/**
 * Assembles ways, in any order and direction, into rings. Rings that touch in a node stay separate. A way that is
 * listed twice counts once.
 *
 * @param ways Node ids of each way.
 */
export function assembleRings(ways: Iterable<readonly number[]>): AssembledRings {
  const remaining = new Set<readonly number[]>()
  const byEnd = new Map<number, Set<readonly number[]>>()
  const closed: number[][] = []
  const open: number[][] = []
  for (const way of ways) {
    if (way.length < 2) continue
    if (way[0] === way[way.length - 1]) {
      if (way.length > 3) closed.push([...way])
      continue
    }
    remaining.add(way)
    for (const end of findEnds(way)) {
      const others = byEnd.get(end)
      if (others) others.add(way)
      else byEnd.set(end, new Set([way]))
    }
  }
  const take = (way: readonly number[]): void => {
    remaining.delete(way)
    for (const end of findEnds(way)) byEnd.get(end)!.delete(way)
  }

  for (const start of remaining) {
    take(start)
    const chain = [...start]
    /** Index in the chain of each node where two of its ways meet. */
    const joints = new Map([
      [chain[0]!, 0],
      [chain[chain.length - 1]!, chain.length - 1],
    ])
    while (chain.length > 1) {
      const end = chain[chain.length - 1]!
      const [next] = byEnd.get(end)!
      if (!next) break
      take(next)
      const oriented = next[0] === end ? next : next.toReversed()
      for (let i = 1; i < oriented.length; i++) chain.push(oriented[i]!)
      const meeting = chain[chain.length - 1]!
      const ringStart = joints.get(meeting)
      if (ringStart === undefined) joints.set(meeting, chain.length - 1)
      else {
        // The chain has returned to one of its joints: the part between them is a ring.
        const ring = chain.splice(ringStart + 1)
        if (ring.length > 2) closed.push([meeting, ...ring])
        for (const [joint, at] of joints) if (at > ringStart) joints.delete(joint)
      }
    }
    if (chain.length > 1) open.push(chain)
  }
  return { closed, open }
}

function findEnds(way: readonly number[]): [number, number] {
  return [way[0]!, way[way.length - 1]!]
}
