import { findCategoriesByFoldedName, listFoldedNames } from '#places/categories'
import { isTownOrRegion } from '../interpret/known-areas.ts'
import { minLengthForTwoEdits } from './corrections.ts'
import { SimilarTexts } from './similar-texts.ts'

/** Shorter words are one letter from too many others: `Lima` and `cima`, `Lugo` and `lago`. */
const minPhraseLength = 5
const maxPhraseLength = 40

/** Folded names of all categories, collected at the first use. */
let names: SimilarTexts | undefined

/**
 * The categories whose name is most similar to a folded phrase, within the edits allowed for a word; none for a
 * town or region of the world, as `Paris` is no mistyped `parcs`.
 */
export function similarCategories(
  phrase: string,
): { categories: readonly string[]; edits: number } | undefined {
  const length = [...phrase].length
  if (length < minPhraseLength || length > maxPhraseLength) return undefined
  names ??= new SimilarTexts(listFoldedNames())
  const nearest = names.nearest(phrase, length >= minLengthForTwoEdits ? 2 : 1)
  if (!nearest || isTownOrRegion(phrase)) return undefined
  return { categories: findCategoriesByFoldedName(nearest.text), edits: nearest.edits }
}
