import { pause } from '#platform/concurrency'
import { buildCheapestInsertionOrder, buildNearestNeighbourOrder } from './construct.ts'
import { type Costs, sumCost } from './costs.ts'
import { Improver } from './improve.ts'

/** Number of perturbations. A count rather than a time limit: equal input produces equal output on every machine. */
const perturbations = 400

/**
 * Finds a good order, with first and last stop fixed, by iterated local search. Starts with the best of several
 * improved orders (input, nearest neighbour, cheapest insertion). Then perturbs it with random double bridges
 * (Martin, Otto and Felten, 1991: exchange two neighbouring segments without reversing them) and improves it again.
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
    buildNearestNeighbourOrder(costs),
    buildCheapestInsertionOrder(costs),
  ]) {
    improver.improve(start)
    const cost = sumCost(start, costs)
    if (cost < bestCost) [best, bestCost] = [start, cost]
  }
  const random = makeRandom(n)
  for (let i = 0; i < perturbations; i++) {
    await pause(signal)
    const order = applyDoubleBridge(best, random)
    improver.improve(order)
    const cost = sumCost(order, costs)
    // Accepting equally good orders lets the search cross plateaus.
    if (cost <= bestCost + tolerance) [best, bestCost] = [order, cost]
  }
  return [...best]
}

/** Returns a copy with two neighbouring segments between the ends exchanged. */
function applyDoubleBridge(order: Int32Array, random: () => number): Int32Array {
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

/** Makes a generator of random numbers in 0..1 from a seed (mulberry32, public domain). */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
