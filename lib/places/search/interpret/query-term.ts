import { findCategoriesByFoldedName } from '#places/categories'
import { isStopWord, type Word } from '#places/text'
import { isContent, weightOf } from './word-weight.ts'

/** One way to match a query term: a place must have all of the words. */
export interface Alternative {
  words: readonly string[]
  /** 0 to 1: similarity to what was typed. */
  quality: number
  /** Letters that were corrected. */
  edits: number
}

/** A word of the query, or several words that mean one thing. A place matches it or not. */
export interface QueryTerm {
  /** Folded. */
  text: string
  alternatives: readonly Alternative[]
  /** A place of one of these categories matches too. */
  categories: readonly string[]
  /** A word that begins with the text matches too. */
  prefix: boolean
  /** See `weightOf`. */
  weight: number
  /** Worth searching for by itself. */
  content: boolean
  /** A place may lack it: an article among other words. */
  optional: boolean
  /** Where it must match: in the place's own name or in its surroundings; undefined for either. */
  role?: 'name' | 'where'
}

/**
 * Quality of the forms of a word. All are correct spellings of a name, so the steps are small: they order
 * two places only when nothing else does.
 */
const formQuality = {
  digraph: 0.98,
  number: 0.97,
  transliteration: 0.96,
  expansion: 0.96,
  split: 0.95,
  joined: 0.95,
} as const

/** One term for each word. Articles are optional, unless there is nothing else. */
export function queryTermsOf(
  words: readonly Word[],
  { open = false, categories = true, role }: QueryTermOptions = {},
): QueryTerm[] {
  const onlyStopWords = words.every(({ text }) => isStopWord(text))
  return words.map((word, i) => ({
    ...queryTermOf(word),
    ...(categories && categoryTerm(word.text)),
    prefix: open && i === words.length - 1,
    optional: !onlyStopWords && isStopWord(word.text),
    ...(role && { role }),
  }))
}

export interface QueryTermOptions {
  /** The last word may be unfinished. */
  open?: boolean
  /** Words may name a category (default true). */
  categories?: boolean
  role?: 'name' | 'where'
}

/** The term of one word that names no category. */
export function queryTermOf(word: Word): QueryTerm {
  const alternatives: Alternative[] = [{ words: [word.text], quality: 1, edits: 0 }]
  for (const form of word.forms) {
    if ((form.span ?? 1) > 1) continue
    alternatives.push({ words: form.words, quality: formQuality[form.kind], edits: 0 })
  }
  return {
    text: word.text,
    alternatives,
    categories: [],
    prefix: false,
    weight: weightOf(word.text),
    content: isContent(word.text),
    optional: false,
  }
}

function categoryTerm(text: string): Pick<QueryTerm, 'categories'> & { content?: false } {
  const categories = findCategoriesByFoldedName(text)
  return { categories, ...(categories.length > 0 && { content: false as const }) }
}

/** The term of several words that mean one thing: a category, or a word that is written as several. */
export function joinedTerm(
  text: string,
  { words, categories = [] }: { words?: readonly string[]; categories?: readonly string[] },
): QueryTerm {
  return {
    text,
    alternatives: words ? [{ words, quality: formQuality.joined, edits: 0 }] : [],
    categories,
    prefix: false,
    weight: 1,
    content: true,
    optional: false,
  }
}
