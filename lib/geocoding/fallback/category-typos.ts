import { categories, categoriesNamed } from '../../categories/index.ts'
import { fold } from '../../text/index.ts'
import { minCorrectedLength, minLengthForTwoEdits } from './corrections.ts'
import { editDistance } from './edit-distance.ts'

const maxPhraseLength = 40

interface CategoryName {
  name: string
  /** See {@link lettersOf}. */
  letters: number
}

/** Folded names of all categories by length in UTF-16 units, collected at the first use. */
let namesByLength: ReadonlyMap<number, readonly CategoryName[]> | undefined

/** The categories whose name is most similar to a folded phrase, within the edits allowed for a word. */
export function similarCategories(
  phrase: string,
): { categories: readonly string[]; edits: number } | undefined {
  const length = [...phrase].length
  if (length < minCorrectedLength || length > maxPhraseLength) return undefined
  namesByLength ??= allCategoryNames()
  const letters = lettersOf(phrase)
  let maxEdits = length >= minLengthForTwoEdits ? 2 : 1
  let nearest: { name: string; edits: number } | undefined
  for (let other = phrase.length - maxEdits; other <= phrase.length + maxEdits; other++) {
    for (const { name, letters: lettersOfName } of namesByLength.get(other) ?? []) {
      // Each edit adds or removes at most one letter.
      if (bits(letters & ~lettersOfName) > maxEdits || bits(lettersOfName & ~letters) > maxEdits) {
        continue
      }
      const edits = editDistance(phrase, name, maxEdits)
      if (edits === undefined) continue
      nearest = { name, edits }
      if (edits === 0) return { categories: categoriesNamed(name), edits }
      maxEdits = edits - 1
    }
  }
  return nearest && { categories: categoriesNamed(nearest.name), edits: nearest.edits }
}

function allCategoryNames(): Map<number, CategoryName[]> {
  const all = new Set<string>()
  for (const { names } of categories) {
    for (const list of Object.values(names)) for (const name of list) all.add(fold(name))
  }
  return Map.groupBy(
    [...all].map((name) => ({ name, letters: lettersOf(name) })),
    ({ name }) => name.length,
  )
}

/** The letters of a text as a set of 32 bits, some of which stand for several letters. */
function lettersOf(text: string): number {
  let set = 0
  for (let i = 0; i < text.length; i++) set |= 1 << (text.charCodeAt(i) & 31)
  return set
}

function bits(set: number): number {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}
