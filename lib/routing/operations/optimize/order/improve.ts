import type { Costs } from './costs.ts'

/** Maximum length of a moved segment. Moving longer ones hardly ever helps and would be most of the work. */
const maxMovedStops = 3

/**
 * Improves an order in place until no move makes it cheaper. The ends stay. Moves are 2-opt (a segment is reversed)
 * and Or-opt (a segment of one to three stops moves elsewhere, reversed or not). Costs are asymmetric, so reversing
 * changes the cost within a segment; prefix sums in both directions provide it.
 */
export class Improver {
  readonly #costs: Costs
  /** Cost from the first stop to position `i`, and from position `i` back to the first. */
  readonly #forward: Float64Array
  readonly #backward: Float64Array
  readonly #segment: Int32Array

  constructor(costs: Costs) {
    this.#costs = costs
    this.#forward = new Float64Array(costs.n)
    this.#backward = new Float64Array(costs.n)
    this.#segment = new Int32Array(costs.n)
  }

  improve(order: Int32Array): void {
    this.#updateSums(order)
    let moved = true
    while (moved) {
      moved = false
      for (let from = 1; from < order.length - 1; from++) {
        for (let to = from; to < order.length - 1; to++) {
          if (this.#moveSegment(order, from, to)) moved = true
        }
      }
    }
  }

  /** Makes the best move of the segment `from..to`. Returns false when no move makes the order cheaper. */
  #moveSegment(order: Int32Array, from: number, to: number): boolean {
    const { n, values, tolerance } = this.#costs
    const [forward, backward] = [this.#forward, this.#backward]
    const first = order[from]!
    const last = order[to]!
    const [before, after] = [order[from - 1]!, order[to + 1]!]
    const left = values[before * n + first]! + values[last * n + after]!
    const reversal = backward[to]! - backward[from]! - (forward[to]! - forward[from]!)

    let bestAt = -1
    let bestReversed = true
    let best = values[before * n + last]! + values[first * n + after]! + reversal - left
    if (from === to) best = 0
    const closed = values[before * n + after]! - left
    const reach = to - from < maxMovedStops ? order.length - 1 : 0
    for (let at = 0; at < reach; at++) {
      // Target between `at` and the next position, both outside the segment.
      if (at === from - 1) {
        at = to
        continue
      }
      const [a, b] = [order[at]! * n, order[at + 1]!]
      const opened = closed - values[a + b]!
      const asIs = opened + values[a + first]! + values[last * n + b]!
      const backwards = opened + values[a + last]! + values[first * n + b]! + reversal
      if (asIs < best) {
        best = asIs
        bestAt = at
        bestReversed = false
      }
      if (backwards < best) {
        best = backwards
        bestAt = at
        bestReversed = true
      }
    }
    if (best >= -tolerance) return false
    this.#apply(order, from, to, bestAt, bestReversed)
    this.#updateSums(order)
    return true
  }

  /** Moves the segment behind position `at`; -1 leaves it in place. */
  #apply(order: Int32Array, from: number, to: number, at: number, isReversed: boolean): void {
    const length = to - from + 1
    const segment = this.#segment.subarray(0, length)
    segment.set(order.subarray(from, to + 1))
    if (isReversed) segment.reverse()
    let put = from
    if (at > to) {
      order.copyWithin(from, to + 1, at + 1)
      put = at - length + 1
    } else if (at >= 0) {
      order.copyWithin(at + 1 + length, at + 1, from)
      put = at + 1
    }
    order.set(segment, put)
  }

  #updateSums(order: Int32Array): void {
    const { n, values } = this.#costs
    for (let i = 1; i < order.length; i++) {
      const [a, b] = [order[i - 1]!, order[i]!]
      this.#forward[i] = this.#forward[i - 1]! + values[a * n + b]!
      this.#backward[i] = this.#backward[i - 1]! + values[b * n + a]!
    }
  }
}
