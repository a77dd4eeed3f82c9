import { categoryPhrases } from '#category-phrases'
import { fold, SortedTexts } from '#places/text'
import { type CategoryLanguage, categoryLanguages } from './category.ts'
import type { PhraseEntry } from './category-phrases.ts'

let byPhrase: ReadonlyMap<string, PhraseEntry> | undefined

/** Returns the entries by folded phrase, loaded on first use. */
function loadEntries(): ReadonlyMap<string, PhraseEntry> {
  if (byPhrase) return byPhrase
  const { phrases, entryIndexes, entries } = categoryPhrases()
  byPhrase = new Map(phrases.map((phrase, i) => [phrase, entries[entryIndexes[i]!]!]))
  return byPhrase
}

const none: readonly string[] = []

/**
 * Finds the ids of the categories whose name, singular or plural in any of the eight languages, or whose id is the
 * whole phrase. A group yields its members.
 */
export function findCategoriesByName(phrase: string): readonly string[] {
  return findCategoriesByFoldedName(fold(phrase))
}

/** Like {@link findCategoriesByName}, for a phrase that is folded already, such as words of a text. */
export function findCategoriesByFoldedName(phrase: string): readonly string[] {
  const table = loadEntries()
  return (table.get(phrase) ?? table.get(phrase.replaceAll(' ', '')))?.ids ?? none
}

/** First words of all phrases with several words. */
let firstWords: ReadonlySet<string> | undefined

/**
 * Like {@link findCategoriesByName}, for the words of a folded phrase, even if the table joins them to one:
 * `gas station`, `tank stelle`.
 */
export function findCategoriesByWords(words: readonly string[]): readonly string[] {
  firstWords ??= listFirstWords(loadEntries().keys())
  // Most texts do not begin with a phrase.
  const isLong = words.length > 1 && firstWords.has(words[0]!)
  const found = isLong ? loadEntries().get(words.join(' ')) : undefined
  return (found ?? loadEntries().get(words.join('')))?.ids ?? none
}

function listFirstWords(phrases: Iterable<string>): Set<string> {
  const words = new Set<string>()
  for (const phrase of phrases) {
    const end = phrase.indexOf(' ')
    if (end > 0) words.add(phrase.slice(0, end))
  }
  return words
}

/** Lists the languages that have a category with this folded name. */
export function findNameLanguages(name: string): readonly CategoryLanguage[] {
  const languages = loadEntries().get(name)?.languages ?? 0
  return categoryLanguages.filter((_, bit) => languages & (1 << bit))
}

/** Lists the folded names of all categories in all languages, each once, in the order of the table. */
export function listFoldedNames(): string[] {
  return Array.from(loadEntries()).flatMap(([phrase, { languages }]) => (languages ? [phrase] : []))
}

let sorted: SortedTexts | undefined

/**
 * Finds the ids of the categories with a name that begins with a folded text. Names that continue another match are
 * ignored: `resta` matches `restaurant`, not `restaurant chinois`.
 */
export function findCategoriesByPrefix(text: string): readonly string[] {
  const ids = new Set<string>()
  let last: string | undefined
  sorted ??= new SortedTexts(loadEntries().keys())
  for (const phrase of sorted.withPrefix(text)) {
    if (last !== undefined && phrase.startsWith(`${last} `)) continue
    last = phrase
    for (const id of loadEntries().get(phrase)!.ids) ids.add(id)
  }
  return [...ids]
}
