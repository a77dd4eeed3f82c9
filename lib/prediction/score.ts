import { figures } from './figures/index.ts'

/** Hexagons in search order, with their scores. */
export interface Ranking {
  /** Indexes of the hexagons, best first; equal hexagons in their given order. */
  order: Int32Array
  /** Scores in that order, 0 to 30, never rising. */
  scores: Uint8Array
}

const levels = figures.score.levels.value

/** Relative difference below which probabilities count as equal; larger than rounding errors. */
const tolerance = 1e-9

/**
 * Scores hexagons by `floor(30 (1 - C))`, where C is the share of the probability in strictly better hexagons. The
 * best hexagon scores 30; without any probability all score 0. The hexagons that score 15 or more are the smallest
 * set that contains half of the probability. Equal hexagons have equal scores.
 *
 * @param hexes The hexagons to rank, indexes into `probabilities`, ascending.
 * @throws RangeError when a probability is not a number, because such a map must never be shown.
 */
export function rank(probabilities: Float64Array, hexes: Iterable<number>): Ranking {
  const order = Int32Array.from(hexes).sort(
    (a, b) => probabilities[b]! - probabilities[a]! || a - b,
  )
  const scores = new Uint8Array(order.length)
  const total = order.reduce((sum, hex) => sum + probabilities[hex]!, 0)
  if (!Number.isFinite(total)) throw new RangeError(`probabilities add up to ${total}`)
  let better = 0
  for (let start = 0; start < order.length; ) {
    const min = probabilities[order[start]!]! * (1 - tolerance)
    let end = start
    let equal = 0
    while (end < order.length && probabilities[order[end]!]! >= min) {
      equal += probabilities[order[end++]!]!
    }
    // The added 1e-9 keeps rounding from lowering a whole number by one.
    const score = total > 0 ? Math.floor(levels * (1 - better / total) + 1e-9) : 0
    scores.fill(Math.min(levels, Math.max(0, score)), start, end)
    order.subarray(start, end).sort()
    better += equal
    start = end
  }
  return { order, scores }
}
