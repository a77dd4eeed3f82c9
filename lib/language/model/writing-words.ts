import { fold } from '#places/text'
import tables from '../../../data/writing/words.json' with { type: 'json' }

/** Words of a language used to check a text, all folded. */
export interface WritingWords {
  /** Values of number words from two on; undefined for words that are not a count (`dozen`, `half`). */
  numbers: ReadonlyMap<string, number | undefined>
  /** Matches a word made of two or more number words: `funfundzwanzig`. */
  compound: RegExp | undefined
  /** Words that may begin a sentence, and capitalised German nouns; undefined for languages without a table. */
  ordinary: ReadonlySet<string> | undefined
}

interface WordTable {
  /** Two, three, four and so on, with other forms after a slash. */
  numbers: string
  /** Thirty to ninety. */
  tens?: string
  others: string
  ordinary?: string
}

/** Joins the parts of compounds. None is a combination of others, or the pattern would take exponential time. */
const joiners = ['und', 'ein', 'en', 'een', 'og']

const none: WritingWords = { numbers: new Map(), compound: undefined, ordinary: undefined }
const ready = new Map<string, WritingWords>()

/** Returns the words of a locale's language; empty for languages without a table. */
export function readWritingWords(locale: string): WritingWords {
  const language = locale.split('-')[0]!.toLowerCase()
  const table = (tables as Readonly<Record<string, WordTable>>)[language]
  if (!table) return none
  const known = ready.get(language)
  if (known) return known
  const numbers = new Map<string, number | undefined>()
  const add = (words: string, value?: number) => {
    for (const word of words.split('/')) numbers.set(fold(word), value)
  }
  table.numbers.split(' ').forEach((words, i) => {
    add(words, i + 2)
  })
  table.tens?.split(' ').forEach((words, i) => {
    add(words, (i + 3) * 10)
  })
  for (const word of table.others.split(' ')) add(word)
  const stems = [...numbers.keys()].filter((stem) => stem.length >= 3).join('|')
  const made: WritingWords = {
    numbers,
    compound: new RegExp(
      `^(?:${joiners.join('|')})*(?:${stems})(?:${joiners.join('|')}|${stems})+$`,
      'u',
    ),
    ordinary: table.ordinary ? new Set(table.ordinary.split(' ').map(fold)) : undefined,
  }
  ready.set(language, made)
  return made
}

/** Languages with a table. */
export const writingLocales: readonly string[] = Object.keys(tables)
