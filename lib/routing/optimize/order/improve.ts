import type { Costs } from './costs.ts'

/** Longer stretches are hardly ever better off elsewhere, and would be most of the work. */
const maxMovedStops = 3

/**
 * Improves an order in place until no move makes it cheaper. The ends stay. Moves are 2-opt (a stretch
 * is visited backwards where it is) and Or-opt (one to three stops are visited elsewhere, as they are
 * or backwards). There and back may cost differently, so the cost of a stretch backwards is counted
 * anew: running sums in both directions give it at once.
 */
export class Improver {
  readonly #costs: Costs
  /** Cost from the first stop to position `i`; and from position `i` back to the first. */
  readonly #there: Float64Array
  readonly #back: Float64Array
  readonly #stretch: Int32Array

  constructor(costs: Costs) {
    this.#costs = costs
    this.#there = new Float64Array(costs.n)
    this.#back = new Float64Array(costs.n)
    this.#stretch = new Int32Array(costs.n)
  }

  improve(order: Int32Array): void {
    this.#sumUp(order)
    let moved = true
    while (moved) {
      moved = false
      for (let from = 1; from < order.length - 1; from++) {
        for (let to = from; to < order.length - 1; to++) {
          if (this.#moveStretch(order, from, to)) moved = true
        }
      }
    }
  }

  /** Makes the best move there is for the stretch at `from..to`; false when none makes it cheaper. */
  #moveStretch(order: Int32Array, from: number, to: number): boolean {
    const { n, values, tolerance } = this.#costs
    const [there, back] = [this.#there, this.#back]
    const first = order[from]!
    const last = order[to]!
    const [before, after] = [order[from - 1]!, order[to + 1]!]
    const left = values[before * n + first]! + values[last * n + after]!
    const turned = back[to]! - back[from]! - (there[to]! - there[from]!)

    let bestAt = -1
    let bestTurned = true
    let best = values[before * n + last]! + values[first * n + after]! + turned - left
    if (from === to) best = 0
    const closed = values[before * n + after]! - left
    const reach = to - from < maxMovedStops ? order.length - 1 : 0
    for (let at = 0; at < reach; at++) {
      // Between `at` and the next position, neither of them within the stretch.
      if (at === from - 1) {
        at = to
        continue
      }
      const [a, b] = [order[at]! * n, order[at + 1]!]
      const opened = closed - values[a + b]!
      const asIs = opened + values[a + first]! + values[last * n + b]!
      const backwards = opened + values[a + last]! + values[first * n + b]! + turned
      if (asIs < best) {
        best = asIs
        bestAt = at
        bestTurned = false
      }
      if (backwards < best) {
        best = backwards
        bestAt = at
        bestTurned = true
      }
    }
    if (best >= -tolerance) return false
    this.#apply(order, from, to, bestAt, bestTurned)
    this.#sumUp(order)
    return true
  }

  /** Puts the stretch behind position `at`, or leaves it where it is for -1. */
  #apply(order: Int32Array, from: number, to: number, at: number, isTurned: boolean): void {
    const length = to - from + 1
    const stretch = this.#stretch.subarray(0, length)
    stretch.set(order.subarray(from, to + 1))
    if (isTurned) stretch.reverse()
    let put = from
    if (at > to) {
      order.copyWithin(from, to + 1, at + 1)
      put = at - length + 1
    } else if (at >= 0) {
      order.copyWithin(at + 1 + length, at + 1, from)
      put = at + 1
    }
    order.set(stretch, put)
  }

  #sumUp(order: Int32Array): void {
    const { n, values } = this.#costs
    for (let i = 1; i < order.length; i++) {
      const [a, b] = [order[i - 1]!, order[i]!]
      this.#there[i] = this.#there[i - 1]! + values[a * n + b]!
      this.#back[i] = this.#back[i - 1]! + values[b * n + a]!
    }
  }
}
