import { findCategoriesByFoldedName } from '#places/categories'
import { wordTables } from '#word-tables'
import { isPlainWord, partsOf } from './phrase-parts.ts'
import { type ReaderLanguage, readerLanguages } from './reading.ts'
import type { LanguageTable } from './word-tables.ts'

/** The words of a language's table. */
export interface Vocabulary {
  /** Folded words, none of which begins a name unless it is written with a capital. */
  readonly words: readonly string[]
  /** Beginnings of words: `optimi`. */
  readonly beginnings: readonly string[]
}

let made: Readonly<Record<ReaderLanguage, Vocabulary>> | undefined

/** The vocabularies of all languages, from their tables; bundles have the result, which takes 30 ms to make. */
export function vocabularies(): Readonly<Record<ReaderLanguage, Vocabulary>> {
  made ??= Object.fromEntries(
    readerLanguages.map((language) => [language, vocabularyOf(wordTables()[language])]),
  ) as Record<ReaderLanguage, Vocabulary>
  return made
}

function vocabularyOf(table: LanguageTable): Vocabulary {
  const { intents, travel, things, avoided, units, refusals, short, numbers } = table
  const { connectors: _, endings: __, ...lists } = table.words
  const { presence, ...roles } = table.roles
  const { from_there = [], asks_way: ___, tells: ____, ...cues } = table.cues
  const groups = [intents, roles, travel, things, avoided, cues, units]
  const parts = partsOf(groups.flatMap((group) => Object.values(group).flat()))
  const ofPlaces = partsOf([...Object.values(refusals).flat(), ...presence, ...from_there])
  const words = new Set([
    ...parts.filter(isPlainWord),
    ...ofPlaces.filter((word) => isPlainWord(word) && isNoKind(word)),
    ...Object.values(lists).flatMap((list) => list.split(' ')),
    ...Object.keys(numbers),
    ...Object.keys(short).filter((word) => word.length > 1),
  ])
  const beginnings = parts.filter(isLongBeginning).map((part) => part.slice(0, -1))
  return { words: [...words], beginnings }
}

/** Kinds of places are parts of names: `hotel`, `museum`. */
const isNoKind = (word: string) => findCategoriesByFoldedName(word).length === 0

/** Whether a part is a beginning that is long enough to tell a word from a name. */
const isLongBeginning = (part: string) => part.endsWith('~') && /^\p{L}{4,}~$/u.test(part)
