import { type Claims, range } from './claims.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { NameList } from './gazetteer-address.ts'
import { foldWithoutBlanks } from './input-words.ts'
import type { NameAlignment } from './match-name.ts'

/** Claims the words that match one of some names. Keeps a name in another language. */
export function claimName(
  claims: Claims,
  field: CorrectedField,
  names: NameList,
  match: NameAlignment | undefined,
): void {
  if (!match) return
  const { first, end, extra, edits, cost, name, isWritten } = match
  const words = range(first, end).filter((index) => !extra.includes(index))
  const original = claims.readText(range(first, end))
  const isKept =
    names.includes(original) ||
    (isWritten && foldWithoutBlanks(original) !== foldWithoutBlanks(name))
  claims.add({ field, words, value: isKept ? original : name, cost, edits }, extra)
}
