import { findDesignatedSpans } from '#places/address'
import { isStreetTypeWord, type Word } from '#places/text'

/** Address components within a building; the index does not have them. */
const unitKeys: ReadonlySet<string> = new Set(['unit', 'level', 'staircase', 'entrance', 'po_box'])

/**
 * Indexes of the words that name a flat, a floor, a staircase or a box (`apt 4`, `2nd floor`); none when
 * no other word would be left.
 */
export function unitWords(text: string, words: readonly Word[]): ReadonlySet<number> {
  const indexes = new Set<number>()
  if (!/\d/.test(text) && words.length < 3) return indexes
  for (const { key, start, end } of findDesignatedSpans(text)) {
    if (!unitKeys.has(key)) continue
    const inside = [...words.keys()].filter((i) => words[i]!.start >= start && words[i]!.end <= end)
    if (isPartOfName(text, words, inside)) continue
    for (const i of inside) indexes.add(i)
  }
  return indexes.size < words.length ? indexes : new Set()
}

const comma = /[,;|\n]/

/**
 * Whether words without a figure are rather part of a street's name: directly beside a word for a street
 * (`Rua Principal 3`), or a single one that neither follows a figure nor stands between commas.
 */
function isPartOfName(text: string, words: readonly Word[], inside: readonly number[]): boolean {
  if (inside.length === 0 || inside.some((i) => /\d/.test(words[i]!.raw))) return false
  const [first, last] = [inside[0]!, inside.at(-1)!]
  const [before, after] = [words[first - 1], words[last + 1]]
  const isApartBefore = !before || comma.test(text.slice(before.end, words[first]!.start))
  const isApartAfter = !after || comma.test(text.slice(words[last]!.end, after.start))
  if (before && !isApartBefore && isStreetTypeWord(before.text)) return true
  if (after && !isApartAfter && isStreetTypeWord(after.text)) return true
  if (inside.length > 1 || (isApartBefore && isApartAfter)) return false
  return !words.slice(0, first).some(({ raw }) => /\d/.test(raw))
}
