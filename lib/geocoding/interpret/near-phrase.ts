import { categoriesNamed } from '../../categories/index.ts'
import type { Understood } from './tokenize.ts'

/** What lies in or near something: `cafés near Plaça del Poble`, `pharmacy in Ordino`. */
export interface NearPhrase {
  /** What is looked for. */
  what: string
  /** Ids of the category table; empty for a keyword. */
  categories: readonly string[]
  relation: 'in' | 'near'
  /** The text of the place; empty when it is where the caller is (`near me`). */
  where: string
}

/** Words that say near or in, folded, by language: English, French, German, Spanish, Italian, Catalan, Portuguese, Dutch. */
const nearWords = [
  ...['near', 'near to', 'close to', 'next to', 'nearby', 'around', 'by'],
  ...[
    'pres de',
    'pres d',
    'pres du',
    'proche de',
    'proche du',
    'autour de',
    'autour du',
    'a cote de',
  ],
  ...['nahe', 'bei', 'beim', 'in der nahe von', 'in der nahe', 'neben', 'um'],
  ...['cerca de', 'cerca del', 'cerca', 'junto a', 'al lado de'],
  ...['vicino a', 'vicino al', 'vicino alla', 'vicino', 'presso', 'accanto a'],
  ...['a prop de', 'a prop del', 'prop de', 'prop del', 'a prop', 'al costat de'],
  ...['perto de', 'perto do', 'perto da', 'proximo de', 'proximo a', 'ao lado de'],
  ...['bij', 'nabij', 'dichtbij', 'in de buurt van', 'in de buurt', 'naast', 'vlakbij'],
]
const inWords = [
  ...['in', 'at', 'within', 'inside'],
  ...['a', 'au', 'aux', 'dans', 'en', 'im', 'am', 'innerhalb'],
  ...['dentro de', 'nel', 'nella', 'al', 'alla', 'dins de', 'em', 'no', 'na', 'te'],
]

/** What somebody calls where he is, behind a word for near. */
const selfWords = new Set(
  'me here moi ici mir mich hier mi aqui me qui mi aqui mim mij hier my location ma position'.split(
    ' ',
  ),
)
const aroundSelf = [
  'in meiner nahe',
  'a proximite',
  'in der nahe',
  'nearby',
  'in de buurt',
  'bij mij in de buurt',
]

const relations = new Map<string, NearPhrase['relation']>([
  ...inWords.map((word) => [word, 'in'] as const),
  ...nearWords.map((word) => [word, 'near'] as const),
])
const longestRelation = 5

/**
 * Reads a text of the shape what, relation, where. `in` needs a category before it, for it is in many
 * names; near may follow a keyword.
 */
export function nearPhraseOf({ text, words }: Understood): NearPhrase | undefined {
  const folded = words.map((word) => word.text)
  for (let first = 1; first < words.length; first++) {
    for (let count = Math.min(longestRelation, words.length - first); count >= 1; count--) {
      const phrase = folded.slice(first, first + count).join(' ')
      const relation = relations.get(phrase)
      if (!relation) continue
      const what = text.slice(0, words[first - 1]!.end)
      const categories = categoriesNamed(folded.slice(0, first).join(' '))
      const rest = folded.slice(first + count)
      const isSelf =
        (relation === 'near' && rest.length > 0 && rest.every((word) => selfWords.has(word))) ||
        (rest.length === 0 && aroundSelf.includes(phrase))
      if (isSelf) return { what, categories, relation: 'near', where: '' }
      if (rest.length === 0 || (relation === 'in' && categories.length === 0)) continue
      return { what, categories, relation, where: text.slice(words[first + count]!.start) }
    }
  }
  return undefined
}

/** A category and where, side by side, in either order: `farmàcia Encamp`, `Helsinki hotels`. */
export function kindAndPlaceOf({ text, words }: Understood): NearPhrase | undefined {
  const folded = words.map((word) => word.text)
  for (let cut = words.length - 1; cut >= 1; cut--) {
    const [before, behind] = [folded.slice(0, cut), folded.slice(cut)]
    const [head, tail] = [text.slice(0, words[cut - 1]!.end), text.slice(words[cut]!.start)]
    const first = categoriesNamed(before.join(' '))
    if (first.length > 0) return { what: head, categories: first, relation: 'in', where: tail }
    const last = categoriesNamed(behind.join(' '))
    if (last.length > 0) return { what: tail, categories: last, relation: 'in', where: head }
  }
  return undefined
}
