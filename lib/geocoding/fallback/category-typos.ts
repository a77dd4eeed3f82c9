import { categories, categoriesNamed } from '../../categories/index.ts'
import { fold } from '../../text/index.ts'
import { shortestCorrected, shortestTwice } from './corrections.ts'
import { editDistance } from './edit-distance.ts'

let phrases: readonly string[] | undefined

/** The categories whose name is nearest to a folded phrase, within the edits that words are corrected by. */
export function similarCategories(
  phrase: string,
): { categories: readonly string[]; edits: number } | undefined {
  const length = [...phrase].length
  if (length < shortestCorrected || length > 40) return undefined
  phrases ??= allPhrases()
  let most = length >= shortestTwice ? 2 : 1
  let nearest: string | undefined
  for (const name of phrases) {
    const edits = editDistance(phrase, name, most)
    if (edits === undefined) continue
    nearest = name
    // Later ones must be nearer.
    most = edits - 1
    if (most < 0) break
  }
  return nearest === undefined
    ? undefined
    : { categories: categoriesNamed(nearest), edits: most + 1 }
}

function allPhrases(): string[] {
  const all = new Set<string>()
  for (const { names } of categories) {
    for (const list of Object.values(names)) for (const name of list) all.add(fold(name))
  }
  return [...all]
}
