import { chunksOf, foldChunk } from './fold.ts'
import { formsOf } from './forms.ts'
import { joinedForms } from './joined.ts'
import { scriptRuns } from './script-runs.ts'
import type { Word, WordForm } from './word.ts'

/**
 * The words of a text in order. Their folded texts joined by blanks are `fold(text)`, except that Chinese
 * characters and Japanese kanji, written without blanks, are one word each, and a run of hiragana or
 * katakana is one word. So 東京都 is found in 東京都新宿区 as three consecutive words.
 *
 * How forms are used: an index takes the folded words and every word of every form as terms of a name. A
 * query matches a word by its `text` or by all `words` of one form; a form with a `span` of n also matches
 * the next n - 1 words. Abbreviations are expanded on both sides, never made: `st` finds street and saint.
 *
 * Accepts any string, in time linear to its length.
 */
export function wordsOf(text: string): Word[] {
  const words: { raw: string; start: number; end: number; text: string; forms: WordForm[] }[] = []
  for (const chunk of chunksOf(text)) {
    for (const { start, end } of scriptRuns(text, chunk)) {
      const raw = text.slice(start, end)
      const folded = foldChunk(raw)
      if (folded === '') continue
      for (const word of folded.split(' ')) {
        words.push({ raw, start, end, text: word, forms: [] })
      }
    }
  }
  for (const [i, word] of words.entries())
    word.forms = knownFormsOf(word, i === 0 && words.length > 1, text[word.end])
  for (const { at, form } of joinedForms(text, words))
    words[at]!.forms = [...words[at]!.forms, form]
  return words
}

/** Some 2 MB; in any language, few words are most of the words of names. */
const maxKnownWords = 1 << 13

/** Forms by the word and all else that they depend on. */
const known = new Map<string, WordForm[]>()

function knownFormsOf(
  word: Omit<Word, 'forms'>,
  first: boolean,
  follower: string | undefined,
): WordForm[] {
  const { raw, text } = word
  if (raw.length > maxKnownLength) return formsOf(word, { first, follower })
  const key = `${first ? '^' : ''}${raw}\n${text}\n${followers.has(follower) ? follower : ''}`
  const forms = known.get(key)
  if (forms) return forms
  if (known.size === maxKnownWords) known.clear()
  const found = formsOf(word, { first, follower })
  known.set(key, found)
  return found
}

const maxKnownLength = 32
/** Other characters behind a word make no difference to its forms. */
const followers: ReadonlySet<string | undefined> = new Set([' ', '.', '/'])
