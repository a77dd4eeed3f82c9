import { foldChunk, splitChunks } from './fold.ts'
import { findForms } from './forms.ts'
import { findJoinedForms } from './joined.ts'
import { splitScriptRuns } from './script-runs.ts'
import type { Word, WordForm } from './word.ts'

/**
 * Splits a text into words. Their folded texts joined by blanks equal `fold(text)`, with one exception: Chinese
 * characters and Japanese kanji, which are written without blanks, are one word each, and so is a run of hiragana or
 * katakana. So a search finds 東京都 in 東京都新宿区 as three consecutive words.
 *
 * Forms are used as follows. An index stores the folded words and every word of every form as terms of a name. A
 * query matches a word by its `text` or by all `words` of one form; a form with a `span` of n also matches the next
 * n - 1 words. Abbreviations are expanded on both sides and never created: `st` finds street and saint.
 *
 * Accepts any string and takes time linear in its length.
 */
export function splitWords(text: string): Word[] {
  const words: { raw: string; start: number; end: number; text: string; forms: WordForm[] }[] = []
  for (const chunk of splitChunks(text)) {
    for (const { start, end } of splitScriptRuns(text, chunk)) {
      const raw = text.slice(start, end)
      const folded = foldChunk(raw)
      if (folded === '') continue
      for (const word of folded.split(' ')) {
        words.push({ raw, start, end, text: word, forms: [] })
      }
    }
  }
  for (const [i, word] of words.entries())
    word.forms = lookUpForms(word, i === 0 && words.length > 1, text[word.end])
  for (const { at, form } of findJoinedForms(text, words))
    words[at]!.forms = [...words[at]!.forms, form]
  return words
}

/** Number of words with cached forms, some 2 MB. In any language, names mostly consist of few distinct words. */
const maxKnownWords = 1 << 13

/** Forms by word and by everything else that they depend on. */
const known = new Map<string, WordForm[]>()

function lookUpForms(
  word: Omit<Word, 'forms'>,
  first: boolean,
  follower: string | undefined,
): WordForm[] {
  const { raw, text } = word
  if (raw.length > maxKnownLength) return findForms(word, { first, follower })
  const key = `${first ? '^' : ''}${raw}\n${text}\n${followers.has(follower) ? follower : ''}`
  const forms = known.get(key)
  if (forms) return forms
  if (known.size === maxKnownWords) known.clear()
  const found = findForms(word, { first, follower })
  known.set(key, found)
  return found
}

const maxKnownLength = 32
/** Characters after a word that affect its forms. */
const followers: ReadonlySet<string | undefined> = new Set([' ', '.', '/'])
