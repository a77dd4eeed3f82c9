import { fold, SortedTexts } from '../text/index.ts'
import { categories } from './categories.ts'
import { categoryLanguages } from './category.ts'

let byPhrase: Map<string, string[]> | undefined

/** Built on first use: folding some thousands of names takes a few milliseconds. */
function phrases(): Map<string, string[]> {
  if (byPhrase) return byPhrase
  byPhrase = new Map()
  for (const { id, members, names } of categories) {
    const ids = members.length > 0 ? members : [id]
    for (const phrase of [id, ...categoryLanguages.flatMap((language) => names[language])]) {
      const key = fold(phrase.replaceAll('_', ' '))
      const known = byPhrase.get(key) ?? []
      for (const id of ids) if (!known.includes(id)) known.push(id)
      byPhrase.set(key, known)
    }
  }
  return byPhrase
}

const none: readonly string[] = []

/**
 * Ids of the categories whose name, in any of the eight languages, singular or plural, or id is the whole
 * phrase. A group gives its members.
 */
export function categoriesNamed(phrase: string): readonly string[] {
  return categoriesOfFolded(fold(phrase))
}

/** The same for a phrase that is folded, as the words of a text are. */
export function categoriesOfFolded(phrase: string): readonly string[] {
  const table = phrases()
  return table.get(phrase) ?? table.get(phrase.replaceAll(' ', '')) ?? none
}

/** First words of all phrases. */
let firstWords: ReadonlySet<string> | undefined

/** The same for the words of a folded phrase, also where the table has them as one: `gas station`, `tank stelle`. */
export function categoriesOfWords(words: readonly string[]): readonly string[] {
  firstWords ??= new Set(Array.from(phrases().keys(), (phrase) => phrase.split(' ')[0]!))
  // Most texts begin no phrase.
  const found = firstWords.has(words[0] ?? '') ? phrases().get(words.join(' ')) : undefined
  return found ?? phrases().get(words.join('')) ?? none
}

let sorted: SortedTexts | undefined

/**
 * Ids of the categories with a name that begins with a folded text. Names that go on behind another one do not
 * count: `resta` begins `restaurant`, not `restaurant chinois`.
 */
export function categoriesBeginning(text: string): readonly string[] {
  const ids = new Set<string>()
  let last: string | undefined
  sorted ??= new SortedTexts(phrases().keys())
  for (const phrase of sorted.withPrefix(text)) {
    if (last !== undefined && phrase.startsWith(`${last} `)) continue
    last = phrase
    for (const id of phrases().get(phrase)!) ids.add(id)
  }
  return [...ids]
}
