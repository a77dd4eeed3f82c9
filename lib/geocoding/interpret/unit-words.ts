import { designatedSpans } from '../../address/index.ts'
import type { Word } from '../../text/index.ts'

/** What lies within a house is not in the index. */
const withinHouse: ReadonlySet<string> = new Set([
  'unit',
  'level',
  'staircase',
  'entrance',
  'po_box',
])

/**
 * Numbers of the words that name a flat, a floor, a staircase or a box (`apt 4`, `2nd floor`), as far as
 * other words are left.
 */
export function unitWords(text: string, words: readonly Word[]): ReadonlySet<number> {
  const numbers = new Set<number>()
  if (!/\d/.test(text) && words.length < 3) return numbers
  for (const { key, start, end } of designatedSpans(text)) {
    if (!withinHouse.has(key)) continue
    for (const [i, word] of words.entries()) {
      if (word.start >= start && word.end <= end) numbers.add(i)
    }
  }
  return numbers.size < words.length ? numbers : new Set()
}
