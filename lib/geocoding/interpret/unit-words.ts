import { designatedSpans } from '../../address/index.ts'
import type { Word } from '../../text/index.ts'

/** Address components within a building; the index does not have them. */
const unitKeys: ReadonlySet<string> = new Set(['unit', 'level', 'staircase', 'entrance', 'po_box'])

/**
 * Indexes of the words that name a flat, a floor, a staircase or a box (`apt 4`, `2nd floor`); none when
 * no other word would be left.
 */
export function unitWords(text: string, words: readonly Word[]): ReadonlySet<number> {
  const indexes = new Set<number>()
  if (!/\d/.test(text) && words.length < 3) return indexes
  for (const { key, start, end } of designatedSpans(text)) {
    if (!unitKeys.has(key)) continue
    for (const [i, word] of words.entries()) {
      if (word.start >= start && word.end <= end) indexes.add(i)
    }
  }
  return indexes.size < words.length ? indexes : new Set()
}
