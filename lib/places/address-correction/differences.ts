import { fold, wordsOf } from '#places/text'
import type { Correction, CorrectionType } from './corrected-address.ts'
import { joined } from './input-words.ts'
import { matchName } from './match-name.ts'

/** The correction that a difference between input and output is; undefined where they are equal. */
export function correctionOf(
  field: Correction['field'],
  original: string | null,
  corrected: string | null,
): Correction | undefined {
  if (original === corrected) return undefined
  return { field, type: typeOf(original, corrected), original, corrected }
}

function typeOf(original: string | null, corrected: string | null): CorrectionType {
  if (original === null) return 'inferred'
  if (corrected === null) return 'removed'
  if (joined(original) === joined(corrected)) return 'reformatted'
  const [typed, meant] = [fold(original).split(' '), fold(corrected).split(' ')]
  if (isPart(typed, meant)) return 'inferred'
  if (isPart(meant, typed)) return 'removed'
  const words = wordsOf(original).map((word) => ({ ...word, segment: 0, label: undefined }))
  const match = matchName([corrected], words, () => true)
  return match && match.edits === 0 ? 'abbreviation' : 'typo'
}

/** Whether all words of one text are in the other, in the same order. */
function isPart(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const word of whole) if (word === part[at]) at++
  return at === part.length
}
