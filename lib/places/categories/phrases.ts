import { categoryPhrases } from '#category-phrases'
import { fold, SortedTexts } from '#places/text'
import { type CategoryLanguage, categoryLanguages } from './category.ts'
import type { PhraseEntry } from './category-phrases.ts'

let byPhrase: ReadonlyMap<string, PhraseEntry> | undefined

/** Entries by folded phrase, built on first use. */
function entriesByPhrase(): ReadonlyMap<string, PhraseEntry> {
  if (byPhrase) return byPhrase
  const { phrases, entryIndexes, entries } = categoryPhrases()
  byPhrase = new Map(phrases.map((phrase, i) => [phrase, entries[entryIndexes[i]!]!]))
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
  const table = entriesByPhrase()
  return (table.get(phrase) ?? table.get(phrase.replaceAll(' ', '')))?.ids ?? none
}

/** First words of phrases of several words. */
let firstWords: ReadonlySet<string> | undefined

/** The same for the words of a folded phrase, also where the table has them as one: `gas station`, `tank stelle`. */
export function categoriesOfWords(words: readonly string[]): readonly string[] {
  firstWords ??= firstWordsOf(entriesByPhrase().keys())
  // Most texts begin no phrase.
  const isLong = words.length > 1 && firstWords.has(words[0]!)
  const found = isLong ? entriesByPhrase().get(words.join(' ')) : undefined
  return (found ?? entriesByPhrase().get(words.join('')))?.ids ?? none
}

function firstWordsOf(phrases: Iterable<string>): Set<string> {
  const words = new Set<string>()
  for (const phrase of phrases) {
    const end = phrase.indexOf(' ')
    if (end > 0) words.add(phrase.slice(0, end))
  }
  return words
}

/** The languages in which a folded text is the name of a category. */
export function languagesOfName(name: string): readonly CategoryLanguage[] {
  const languages = entriesByPhrase().get(name)?.languages ?? 0
  return categoryLanguages.filter((_, bit) => languages & (1 << bit))
}

/** Folded names of all categories in all languages, each once, in the order of the table. */
export function foldedNames(): string[] {
  return Array.from(entriesByPhrase()).flatMap(([phrase, { languages }]) =>
    languages ? [phrase] : [],
  )
}

let sorted: SortedTexts | undefined

/**
 * Ids of the categories with a name that begins with a folded text. Names that go on behind another one do not
 * count: `resta` begins `restaurant`, not `restaurant chinois`.
 */
export function categoriesBeginning(text: string): readonly string[] {
  const ids = new Set<string>()
  let last: string | undefined
  sorted ??= new SortedTexts(entriesByPhrase().keys())
  for (const phrase of sorted.withPrefix(text)) {
    if (last !== undefined && phrase.startsWith(`${last} `)) continue
    last = phrase
    for (const id of entriesByPhrase().get(phrase)!.ids) ids.add(id)
  }
  return [...ids]
}
