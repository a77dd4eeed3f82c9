import { keysOf, type Lexicon } from './lexicon.ts'
import type { Reading } from './readings.ts'
import type { Slot } from './slot.ts'

/** A reading with what is to be read for it. */
export interface Plan {
  reading: Reading
  /** Slots that a place must meet, by the index; the record is asked about the others. */
  required: readonly Slot[]
  keys: readonly string[]
  /** There may be more than are looked at, so those near the focus are looked for apart. */
  focused: boolean
}

/** A list longer than this is not read when a shorter one leaves few places: their records are asked. */
const heavyCount = 20_000
const fewPlaces = 96
/** All of so few are looked at anyway. */
const lookedAt = 20

/** Nothing when a required slot has no place at all. */
export function planOf(lexicon: Lexicon, reading: Reading): Plan | undefined {
  const required = reading.slots.filter(({ optional }) => !optional)
  const costs = required.map((slot) => ({ slot, ...lexicon.costOf(slot) }))
  if (costs.length === 0 || costs.some(({ count }) => count === 0)) return undefined
  const least = Math.min(...costs.map(({ count }) => count))
  const read = costs.filter(
    ({ count }) => count <= heavyCount || least > fewPlaces || count === least,
  )
  const [only] = read
  // The best places of a beginning that very many words share come with it.
  const isListed = required.length === 1 && only !== undefined && lexicon.isListed(only.slot)
  return {
    reading,
    required: read.map(({ slot }) => slot),
    keys: isListed ? keysOf(only.slot) : read.flatMap(({ keys }) => keys),
    focused: least > lookedAt,
  }
}

/** Every place of its terms meets it, so the best of them are the best of all. */
export function isAlone({ reading, required }: Plan): boolean {
  const [only] = required
  if (!only || required.length > 1 || reading.country) return false
  return only.alternatives.every(({ words }) => words.length === 1)
}
