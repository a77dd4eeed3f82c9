import type { Word } from '../../text/index.ts'
import { isContent, weightOf } from './tokenize.ts'

/** One way to meet a slot: a place must have all of the words. */
export interface Alternative {
  words: readonly string[]
  /** 0 to 1: how near it is to what was typed. */
  quality: number
  /** Letters that were corrected. */
  edits: number
}

/** A word of the query, or several that are one thing, which a place has or has not. */
export interface Slot {
  /** Folded. */
  text: string
  alternatives: readonly Alternative[]
  /** A place also meets the slot by being of one of these categories. */
  categories: readonly string[]
  /** A word that begins like this meets it too. */
  prefix: boolean
  /** See `weightOf`. */
  weight: number
  /** Says something of a place by itself. */
  content: boolean
  /** A place need not have it: an article among other words. */
  optional: boolean
  /** Where it must be met: in the place's own name or by where it is; undefined for either. */
  role?: 'name' | 'where'
}

/**
 * How near the forms of a word are to it. They are all rightful ways to write a name, so the steps are
 * small: they part two places only when nothing else does.
 */
const formQuality = {
  digraph: 0.98,
  number: 0.97,
  transliteration: 0.96,
  expansion: 0.96,
  split: 0.95,
  joined: 0.95,
} as const

/** The slot of one word. */
export function slotOf(
  word: Word,
  { categories, prefix, optional }: Pick<Slot, 'categories' | 'prefix' | 'optional'>,
): Slot {
  const alternatives: Alternative[] = [{ words: [word.text], quality: 1, edits: 0 }]
  for (const form of word.forms) {
    if ((form.span ?? 1) > 1) continue
    alternatives.push({ words: form.words, quality: formQuality[form.kind], edits: 0 })
  }
  return {
    text: word.text,
    alternatives,
    categories,
    prefix,
    weight: weightOf(word.text),
    content: categories.length === 0 && isContent(word.text),
    optional,
  }
}

/** The slot of words that stand together for one thing. */
export function joinedSlot(
  text: string,
  words: readonly string[] | undefined,
  categories: readonly string[] = [],
): Slot {
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
