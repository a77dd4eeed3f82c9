import { fold } from '#places/text'
import { categories } from './categories.ts'
import { categoryLanguages } from './category.ts'

/** What a folded name or id stands for. */
export interface PhraseEntry {
  readonly ids: readonly string[]
  /** Languages that have the name, of {@link categoryLanguages} by their bit; none for an id. */
  readonly languages: number
}

/** The folded names and ids of all categories, in the order of the data. */
export interface PhraseTable {
  readonly phrases: readonly string[]
  /** For each phrase, the index of its entry: names of a category in one language share it. */
  readonly entryIndexes: readonly number[]
  readonly entries: readonly PhraseEntry[]
}

/** The table as the data has it; bundles have the result, since folding some thousands of names takes 15 ms. */
export function categoryPhrases(): PhraseTable {
  const byPhrase = new Map<string, PhraseEntry>()
  for (const { id, members, names } of categories()) {
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

/** Most phrases are of one category and language, and share the entry of both. */
function addPhrase(table: Map<string, PhraseEntry>, phrase: string, entry: PhraseEntry): void {
  const known = table.get(phrase)
  table.set(phrase, known ? joined(known, entry) : entry)
}

function joined(a: PhraseEntry, b: PhraseEntry): PhraseEntry {
  const ids = a.ids === b.ids ? a.ids : [...new Set([...a.ids, ...b.ids])]
  return { ids, languages: a.languages | b.languages }
}
