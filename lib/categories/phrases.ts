import { fold, SortedTexts } from '../text/index.ts'
import { categories } from './categories.ts'
import { type CategoryLanguage, categoryLanguages } from './category.ts'

/** What a folded name or id stands for. */
interface PhraseEntry {
  readonly ids: readonly string[]
  /** Languages that have the name, of {@link categoryLanguages} by their bit; none for an id. */
  readonly languages: number
}

let byPhrase: Map<string, PhraseEntry> | undefined

/** Built on first use: folding some thousands of names takes a few milliseconds. */
function phrases(): ReadonlyMap<string, PhraseEntry> {
  if (byPhrase) return byPhrase
  byPhrase = new Map()
  for (const { id, members, names } of categories) {
    const ids = members.length > 0 ? members : [id]
    addPhrase(byPhrase, id.replaceAll('_', ' '), { ids, languages: 0 })
    for (const [bit, language] of categoryLanguages.entries()) {
      const entry = { ids, languages: 1 << bit }
      for (const name of names[language]) addPhrase(byPhrase, fold(name), entry)
    }
  }
  return byPhrase
}

/** Most phrases are of one category and language, and share the entry of both. */
function addPhrase(table: Map<string, PhraseEntry>, phrase: string, entry: PhraseEntry): void {
  const known = table.get(phrase)
  table.set(phrase, known ? joined(known, entry) : entry)
}

function joined(a: PhraseEntry, b: PhraseEntry): PhraseEntry {
  const ids = a.ids === b.ids ? a.ids : [...new Set([...a.ids, ...b.ids])]
  return { ids, languages: a.languages | b.languages }
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
  return (table.get(phrase) ?? table.get(phrase.replaceAll(' ', '')))?.ids ?? none
}

/** First words of phrases of several words. */
let firstWords: ReadonlySet<string> | undefined

/** The same for the words of a folded phrase, also where the table has them as one: `gas station`, `tank stelle`. */
export function categoriesOfWords(words: readonly string[]): readonly string[] {
  firstWords ??= firstWordsOf(phrases().keys())
  // Most texts begin no phrase.
  const isLong = words.length > 1 && firstWords.has(words[0]!)
  const found = isLong ? phrases().get(words.join(' ')) : undefined
  return (found ?? phrases().get(words.join('')))?.ids ?? none
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
  const languages = phrases().get(name)?.languages ?? 0
  return categoryLanguages.filter((_, bit) => languages & (1 << bit))
}

/** Folded names of all categories in all languages, each once, in the order of the table. */
export function foldedNames(): string[] {
  return Array.from(phrases()).flatMap(([phrase, { languages }]) => (languages ? [phrase] : []))
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
    for (const id of phrases().get(phrase)!.ids) ids.add(id)
  }
  return [...ids]
}
