import { fold, splitWords } from '#places/text'
import type { Correction, CorrectionType } from './corrected-address.ts'
import { foldWithoutBlanks } from './input-words.ts'
import { matchName } from './match-name.ts'

/** Returns the correction for a difference between input and output; `undefined` if they are equal. */
export function toCorrection(
  field: Correction['field'],
  original: string | null,
  corrected: string | null,
): Correction | undefined {
  if (original === corrected) return undefined
  return { field, type: classifyCorrection(original, corrected), original, corrected }
}

function classifyCorrection(original: string | null, corrected: string | null): CorrectionType {
  if (original === null) return 'inferred'
  if (corrected === null) return 'removed'
  if (foldWithoutBlanks(original) === foldWithoutBlanks(corrected)) return 'reformatted'
  const [typed, meant] = [fold(original).split(' '), fold(corrected).split(' ')]
  if (isPart(typed, meant)) return 'inferred'
  if (isPart(meant, typed)) return 'removed'
  const words = splitWords(original).map((word) => ({ ...word, segment: 0, label: undefined }))
  const match = matchName([corrected], words, () => true)
  return match && match.edits === 0 ? 'abbreviation' : 'typo'
}

/** Checks whether all words of one text occur in the other, in the same order. */
function isPart(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const word of whole) if (word === part[at]) at++
  return at === part.length
}
