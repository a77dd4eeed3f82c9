import { categories, categoriesOfFolded } from '../../categories/index.ts'
import { fold } from '../../text/index.ts'
import { isTownOrRegion } from '../interpret/known-areas.ts'
import { minLengthForTwoEdits } from './corrections.ts'
import { editDistance } from './edit-distance.ts'

/** Shorter words are one letter from too many others: `Lima` and `cima`, `Lugo` and `lago`. */
const minPhraseLength = 5
const maxPhraseLength = 40

/** Category names of one length. */
interface CategoryNames {
  names: readonly string[]
  /** Of each name: see {@link lettersOf}. */
  letters: Int32Array
}

/** Folded names of all categories by length in UTF-16 units, collected at the first use. */
let namesByLength: ReadonlyMap<number, CategoryNames> | undefined

/**
 * The categories whose name is most similar to a folded phrase, within the edits allowed for a word; none for a
 * town or region of the world, as `Paris` is no mistyped `parcs`.
 */
export function similarCategories(
  phrase: string,
): { categories: readonly string[]; edits: number } | undefined {
  const length = [...phrase].length
  if (length < minPhraseLength || length > maxPhraseLength) return undefined
  namesByLength ??= allCategoryNames()
  const letters = lettersOf(phrase)
  let maxEdits = length >= minLengthForTwoEdits ? 2 : 1
  let nearest: { name: string; edits: number } | undefined
  for (let other = phrase.length - maxEdits; other <= phrase.length + maxEdits; other++) {
    const ofLength = namesByLength.get(other)
    for (let i = 0; ofLength && i < ofLength.names.length; i++) {
      // Each edit removes at most one letter and adds at most one.
      const different = letters ^ ofLength.letters[i]!
      if (bits(different) > 2 * maxEdits || bits(different & letters) > maxEdits) continue
      if (bits(different & ~letters) > maxEdits) continue
      const name = ofLength.names[i]!
      const edits = editDistance(phrase, name, maxEdits)
      if (edits === undefined) continue
      nearest = { name, edits }
      maxEdits = edits - 1
    }
  }
  if (!nearest || isTownOrRegion(phrase)) return undefined
  return { categories: categoriesOfFolded(nearest.name), edits: nearest.edits }
}

function allCategoryNames(): Map<number, CategoryNames> {
  const all = new Set<string>()
  for (const { names } of categories) {
    for (const list of Object.values(names)) for (const name of list) all.add(fold(name))
  }
  const byLength = new Map<number, CategoryNames>()
  for (const [length, names] of Map.groupBy(all, (name) => name.length)) {
    byLength.set(length, { names, letters: Int32Array.from(names, lettersOf) })
  }
  return byLength
}

/** The letters of a text as a set of 32 bits, some of which stand for several letters. */
function lettersOf(text: string): number {
  let set = 0
  for (let i = 0; i < text.length; i++) set |= 1 << (text.charCodeAt(i) & 31)
  return set
}

/** Number of bits that are set, added up in parallel: pairs, groups of four, bytes, all. */
function bits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
