import { type Claims, range } from './claims.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { NameList } from './gazetteer-address.ts'
import { joined } from './input-words.ts'
import type { NameAlignment } from './match-name.ts'

/** Claims the words of a match with one of some names. A name in another language stays. */
export function claimName(
  claims: Claims,
  field: CorrectedField,
  names: NameList,
  match: NameAlignment | undefined,
): void {
  if (!match) return
  const { first, end, extra, edits, cost, name, isWritten } = match
  const words = range(first, end).filter((index) => !extra.includes(index))
  const original = claims.textOf(range(first, end))
  const isKept = names.includes(original) || (isWritten && joined(original) !== joined(name))
  claims.add({ field, words, value: isKept ? original : name, cost, edits }, extra)
}
