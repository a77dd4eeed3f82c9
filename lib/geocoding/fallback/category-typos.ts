import { categories, categoriesNamed } from '../../categories/index.ts'
import { fold } from '../../text/index.ts'
import { minCorrectedLength, minLengthForTwoEdits } from './corrections.ts'
import { editDistance } from './edit-distance.ts'

const maxPhraseLength = 40

/** Folded names of all categories, collected at the first use. */
let categoryNames: readonly string[] | undefined

/** The categories whose name is most similar to a folded phrase, within the edits allowed for a word. */
export function similarCategories(
  phrase: string,
): { categories: readonly string[]; edits: number } | undefined {
  const length = [...phrase].length
  if (length < minCorrectedLength || length > maxPhraseLength) return undefined
  categoryNames ??= allCategoryNames()
  const maxEdits = length >= minLengthForTwoEdits ? 2 : 1
  let nearest: { name: string; edits: number } | undefined
  for (const name of categoryNames) {
    const edits = editDistance(phrase, name, nearest ? nearest.edits - 1 : maxEdits)
    if (edits === undefined) continue
    nearest = { name, edits }
    if (edits === 0) break
  }
  return nearest && { categories: categoriesNamed(nearest.name), edits: nearest.edits }
}

function allCategoryNames(): string[] {
  const all = new Set<string>()
  for (const { names } of categories) {
    for (const list of Object.values(names)) for (const name of list) all.add(fold(name))
  }
  return [...all]
}
