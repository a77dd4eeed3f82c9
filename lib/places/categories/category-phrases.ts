import { fold } from '#places/text'
import { listCategories } from './categories.ts'
import { categoryLanguages } from './category.ts'

/** Meaning of a folded name or id: ids of categories. */
export interface PhraseEntry {
  readonly ids: readonly string[]
  /** Bits of the languages that use the name, by index in {@link categoryLanguages}; 0 for an id. */
  readonly languages: number
}

/** Folded names and ids of all categories, in the order of the data. */
export interface PhraseTable {
  readonly phrases: readonly string[]
  /** Index of each phrase's entry. The names of a category in one language share an entry. */
  readonly entryIndexes: readonly number[]
  readonly entries: readonly PhraseEntry[]
}

/**
 * Builds the table from the data. Bundles contain the result, because folding some thousands of names takes 15 ms.
 */
export function categoryPhrases(): PhraseTable {
  const byPhrase = new Map<string, PhraseEntry>()
  for (const { id, members, names } of listCategories()) {
    const ids = members.length > 0 ? members : [id]
    addPhrase(byPhrase, id.replaceAll('_', ' '), { ids, languages: 0 })
    for (const [bit, language] of categoryLanguages.entries()) {
      const entry = { ids, languages: 1 << bit }
      for (const name of names[language]) addPhrase(byPhrase, fold(name), entry)
    }
  }
  const entries = [...new Set(byPhrase.values())]
  const indexes = new Map(entries.map((entry, index) => [entry, index]))
  return {
    phrases: [...byPhrase.keys()],
    entryIndexes: Array.from(byPhrase.values(), (entry) => indexes.get(entry)!),
    entries,
  }
}

/** Adds a phrase. Most phrases belong to one category and language, and share the entry of both. */
function addPhrase(table: Map<string, PhraseEntry>, phrase: string, entry: PhraseEntry): void {
  const known = table.get(phrase)
  table.set(phrase, known ? mergeEntries(known, entry) : entry)
}

function mergeEntries(a: PhraseEntry, b: PhraseEntry): PhraseEntry {
  const ids = a.ids === b.ids ? a.ids : [...new Set([...a.ids, ...b.ids])]
  return { ids, languages: a.languages | b.languages }
}
