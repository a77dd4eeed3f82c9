import { pause } from '#platform/concurrency'
import { cheapestInsertionOrder, nearestNeighbourOrder } from './construct.ts'
import { type Costs, costOf } from './costs.ts'
import { Improver } from './improve.ts'

/** A fixed count, not a time limit: equal input gives equal output on every machine. */
const perturbations = 400

/**
 * A good order, first and last stop fixed, by iterated local search: the best of several start orders
 * (input, nearest neighbour, cheapest insertion), improved; then perturbed by random double bridges (Martin,
 * Otto and Felten, 1991: exchange two neighbouring segments without reversing them) and improved again.
 * Random numbers come from a fixed seed.
 */
export async function searchOrder(costs: Costs, signal?: AbortSignal): Promise<number[]> {
  const { n, tolerance } = costs
  const input = Int32Array.from({ length: n }, (_, i) => i)
  if (n < 4) return [...input]
  const improver = new Improver(costs)
  let best: Int32Array = input
  let bestCost = Infinity
  for (const start of [
    input.slice(),
    nearestNeighbourOrder(costs),
    cheapestInsertionOrder(costs),
  ]) {
    improver.improve(start)
    const cost = costOf(start, costs)
    if (cost < bestCost) [best, bestCost] = [start, cost]
  }
  const random = mulberry32(n)
  for (let i = 0; i < perturbations; i++) {
    await pause(signal)
    const order = doubleBridge(best, random)
    improver.improve(order)
    const cost = costOf(order, costs)
    // Accepting equally good orders lets the search cross plateaus.
    if (cost <= bestCost + tolerance) [best, bestCost] = [order, cost]
  }
  return [...best]
}

/** A copy in which two neighbouring segments between the ends are exchanged. */
function doubleBridge(order: Int32Array, random: () => number): Int32Array {
  const inner = order.length - 2
  const below = (limit: number) => Math.floor(random() * limit)
  const longest = Math.floor(inner / 2)
  const first = 1 + below(longest)
  const second = 1 + below(longest)
  const from = 1 + below(inner - first - second + 1)
  const copy = order.slice()
  copy.set(order.subarray(from + first, from + first + second), from)
  copy.set(order.subarray(from, from + first), from + second)
  return copy
}

/** Random numbers in 0..1 from a seed (mulberry32, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
