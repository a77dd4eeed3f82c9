import { categories, categoriesNamed } from '../../categories/index.ts'
import { fold } from '../../text/index.ts'
import { minCorrectedLength, minLengthForTwoEdits } from './corrections.ts'
import { editDistance } from './edit-distance.ts'

const maxPhraseLength = 40

let phrases: readonly string[] | undefined

/** The categories with the name most similar to a folded phrase, within the edits allowed for words. */
export function similarCategories(
  phrase: string,
): { categories: readonly string[]; edits: number } | undefined {
  const length = [...phrase].length
  if (length < minCorrectedLength || length > maxPhraseLength) return undefined
  phrases ??= allPhrases()
  let maxEdits = length >= minLengthForTwoEdits ? 2 : 1
  let nearest: string | undefined
  for (const name of phrases) {
    const edits = editDistance(phrase, name, maxEdits)
    if (edits === undefined) continue
    nearest = name
    // The next must be more similar.
    maxEdits = edits - 1
    if (maxEdits < 0) break
  }
  return nearest === undefined
    ? undefined
    : { categories: categoriesNamed(nearest), edits: maxEdits + 1 }
}

function allPhrases(): string[] {
  const all = new Set<string>()
  for (const { names } of categories) {
    for (const list of Object.values(names)) for (const name of list) all.add(fold(name))
  }
  return [...all]
}
