import type { EditRows } from './edit-rows.ts'

/** Stands for every letter that the word has not: each is as far from it as any other. */
const strange = '\u0001'

/**
 * Whether a key that is not below `low` and is below `high` can be near enough to the word of the rows:
 * known from the two keys alone, so that a block between them need not be read.
 */
export function mayHoldBetween(rows: EditRows, low: string, high: string): boolean {
  const from = [...low]
  const to = [...high]
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared++
  if (!rows.mayHold(from.slice(0, shared).join(''))) return false
  if (shared === from.length) return true
  if (mayGoOn(rows, from.slice(0, shared), from[shared], to[shared])) return true
  // Keys that begin as the lower one does and go on above it.
  for (let end = shared + 1; rows.mayHold(from.slice(0, end).join('')); end++) {
    if (end >= from.length) return true
    if (mayGoOn(rows, from.slice(0, end), from[end], undefined)) return true
  }
  // Keys that begin as the higher one does and end there, or go on below it.
  for (let end = shared + 1; end < to.length; end++) {
    if (!rows.mayHold(to.slice(0, end).join(''))) return false
    if (rows.isNear || mayGoOn(rows, to.slice(0, end), undefined, to[end])) return true
  }
  return false
}

/** Whether a key can be near that begins so, and whose next letter lies between these two. */
function mayGoOn(
  rows: EditRows,
  beginning: readonly string[],
  above: string | undefined,
  below: string | undefined,
): boolean {
  const least = above?.codePointAt(0) ?? -1
  const most = below?.codePointAt(0) ?? Number.POSITIVE_INFINITY
  if (most - least <= 1) return false
  const text = beginning.join('')
  const shared = Buffer.byteLength(text)
  const goesOn = (letter: string) => {
    const key = Buffer.from(text + letter)
    return rows.follow(key, shared, key.length) === Number.POSITIVE_INFINITY
  }
  if (goesOn(strange)) return true
  for (const letter of rows.letters) {
    const code = letter.codePointAt(0)!
    if (code > least && code < most && goesOn(letter)) return true
  }
  return false
}
