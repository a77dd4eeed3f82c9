import type { Costs } from './costs.ts'

/** Maximum number of stops for the exact search: 10 stops between the ends make 1,024 sets. */
export const maxExactStops = 12

/**
 * Computes the best order, with first and last stop fixed, by dynamic programming over sets of visited stops (Held
 * and Karp, "A dynamic programming approach to sequencing problems", 1962). Work and memory double with each stop.
 */
export function computeExactOrder({ n, values }: Costs): number[] {
  if (n < 3) return Array.from({ length: n }, (_, i) => i)
  // Stops between the ends, counted from 0: `k` is stop `k + 1`.
  const inner = n - 2
  const sets = 1 << inner
  /** Least cost from the first stop through all stops of a set, ending at one of them. */
  const least = new Float64Array(sets * inner).fill(Infinity)
  const before = new Int8Array(sets * inner).fill(-1)
  for (let k = 0; k < inner; k++) least[(1 << k) * inner + k] = values[k + 1]!
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < inner; last++) {
      const cost = least[set * inner + last]!
      if (cost === Infinity) continue
      for (let next = 0; next < inner; next++) {
        if (set & (1 << next)) continue
        const at = (set | (1 << next)) * inner + next
        const through = cost + values[(last + 1) * n + next + 1]!
        if (through < least[at]!) {
          least[at] = through
          before[at] = last
        }
      }
    }
  }
  let last = 0
  const toEnd = (k: number) => least[(sets - 1) * inner + k]! + values[(k + 1) * n + n - 1]!
  for (let k = 1; k < inner; k++) if (toEnd(k) < toEnd(last)) last = k
  const order = [n - 1]
  for (let set = sets - 1; last >= 0; ) {
    order.push(last + 1)
    const previous = before[set * inner + last]!
    set &= ~(1 << last)
    last = previous
  }
  return [...order, 0].reverse()
}
