import type { EditRows } from './edit-rows.ts'

/** Stands for all letters that the word does not contain: their distances are equal. */
const foreignLetter = '\u0001'

/**
 * Whether any key from `low` (included) to `high` (excluded) can be within the edit distance. Decides by the
 * two keys alone, so that dictionary blocks without such a key are not read.
 */
export function canMatchBetween(rows: EditRows, low: string, high: string): boolean {
  const from = [...low]
  const to = [...high]
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared++
  if (!rows.canMatchPrefix(from.slice(0, shared).join(''))) return false
  if (shared === from.length) return true
  if (canContinue(rows, from.slice(0, shared), from[shared], to[shared])) return true
  // Keys that share a longer prefix with `low` and continue above it.
  for (let end = shared + 1; rows.canMatchPrefix(from.slice(0, end).join('')); end++) {
    if (end >= from.length) return true
    if (canContinue(rows, from.slice(0, end), from[end], undefined)) return true
  }
  // Keys that share a longer prefix with `high` and end there, or continue below it.
  for (let end = shared + 1; end < to.length; end++) {
    if (!rows.canMatchPrefix(to.slice(0, end).join(''))) return false
    if (rows.isMatch || canContinue(rows, to.slice(0, end), undefined, to[end])) return true
  }
  return false
}

/** Whether a key of this prefix and a letter between `above` and `below`, both excluded, can match. */
function canContinue(
  rows: EditRows,
  prefix: readonly string[],
  above: string | undefined,
  below: string | undefined,
): boolean {
  const low = above?.codePointAt(0) ?? -1
  const high = below?.codePointAt(0) ?? Number.POSITIVE_INFINITY
  if (high - low <= 1) return false
  const text = prefix.join('')
  const letters = [...rows.letters].filter((letter) => {
    const code = letter.codePointAt(0)!
    return code > low && code < high
  })
  return [foreignLetter, ...letters].some((letter) => canContinueWith(rows, text, letter))
}

/** The rows must already be those of the prefix. */
function canContinueWith(rows: EditRows, prefix: string, letter: string): boolean {
  const key = Buffer.from(prefix + letter)
  return rows.follow(key, Buffer.byteLength(prefix), key.length) === Number.POSITIVE_INFINITY
}
