import { figures } from './figures/index.ts'

/** Hexagons in the order in which they should be searched. */
export interface Ranking {
  /** Indexes of the hexagons, best first; those alike in the order they came in. */
  order: Int32Array
  /** Of each in that order: 0 to 30, never rising. */
  scores: Uint8Array
}

const levels = figures.score.levels.value

/** Relative difference below which two masses are alike: sums in another order differ by less. */
const alike = 1e-9

/**
 * Scores by how much of the mass lies in strictly better hexagons: `floor(30 (1 - C))`, where C is that
 * share. The best has 30, and those with 15 and more are the fewest that hold half of the mass. Hexagons
 * alike have the same score.
 *
 * @param hexes Which hexagons count, indexes into `masses`, ascending.
 * @throws RangeError when a mass is not a number: such a map must never be drawn.
 */
export function rank(masses: Float64Array, hexes: Iterable<number>): Ranking {
  const order = Int32Array.from(hexes).sort((a, b) => masses[b]! - masses[a]! || a - b)
  const scores = new Uint8Array(order.length)
  const total = order.reduce((sum, hex) => sum + masses[hex]!, 0)
  if (!Number.isFinite(total)) throw new RangeError(`masses that add up to ${total}`)
  let better = 0
  for (let start = 0; start < order.length; ) {
    const least = masses[order[start]!]! * (1 - alike)
    let end = start
    let mass = 0
    while (end < order.length && masses[order[end]!]! >= least) mass += masses[order[end++]!]!
    // The tiny addend keeps what is a whole number but for rounding from falling by one.
    const score = total > 0 ? Math.floor(levels * (1 - better / total) + 1e-9) : levels
    scores.fill(Math.min(levels, Math.max(0, score)), start, end)
    order.subarray(start, end).sort()
    better += mass
    start = end
  }
  return { order, scores }
}
