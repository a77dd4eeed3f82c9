import { chunksOf, foldChunk } from './fold.ts'
import { formsOf } from './forms.ts'
import { joinedForms } from './joined.ts'
import { scriptRuns } from './scripts.ts'
import type { Word, WordForm } from './word.ts'

/**
 * The words of a text in order. Their folded texts with blanks between are `fold(text)`, save that
 * Chinese characters and Japanese kanji, which are written without blanks, are a word each, and runs of
 * hiragana or katakana one. So 東京都 is found within 東京都新宿区 as three words after one another.
 *
 * How forms are used. An index takes every word of every form of a name as a term of that name, beside
 * the folded words. A query takes a word as matched when `text` is, or all `words` of any one form; a
 * form with a `span` of n stands for this and the n - 1 words after it, which need no match of their own.
 * Abbreviations are only ever expanded, on both sides, never made: `st` finds street and saint.
 *
 * Takes any string, in time linear to its length.
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
  words.forEach((word, i) => {
    word.forms = formsOf(word, { first: i === 0 && words.length > 1, follower: text[word.end] })
  })
  for (const { at, form } of joinedForms(text, words)) words[at]!.forms.push(form)
  return words
}
