import { expansionsOf } from './abbreviations.ts'
import { compoundForms } from './compounds.ts'
import { foldChunk } from './fold.ts'
import { numberOf } from './numbers.ts'
import { dictionaryWords, inLatin, isHan } from './scripts.ts'
import type { Word, WordForm } from './word.ts'

type Plain = Omit<Word, 'forms'>

/** Where a word stands, for abbreviations of one letter. */
export interface WordContext {
  /** It begins a longer text. */
  first: boolean
  /** The character right after it. */
  follower: string | undefined
}

/** Forms of a word for itself; those with its neighbours come from `joinedForms`. */
export function formsOf({ raw, text }: Plain, { first, follower }: WordContext): WordForm[] {
  const forms: WordForm[] = []
  if (isHan(text)) return forms
  const pointed = follower === '.' || follower === '/'
  const tied = follower !== ' ' && !pointed
  const digraph = withDigraphs(raw, text)
  if (digraph) forms.push({ kind: 'digraph', words: [digraph] })
  const latin = inLatin(raw)
  if (latin && latin !== text) forms.push({ kind: 'transliteration', words: [latin] })
  for (const words of expansionsOf(text, { pointed, first: first && !tied })) {
    forms.push({ kind: 'expansion', words })
    const spoken = latin && inLatin(words.join(''))
    if (spoken) forms.push({ kind: 'transliteration', words: [spoken] })
  }
  forms.push(...compoundForms(text, follower === '.'))
  if (digraph) forms.push(...compoundForms(digraph, follower === '.'))
  const number = numberOf(text, raw)
  if (number) forms.push({ kind: 'number', words: [number] })
  const parts = partsOf(raw, text)
  if (parts.length > 1) forms.push({ kind: 'split', words: parts })
  return forms
}

/** Initials by their points, letters from figures; Thai and its neighbours by dictionary. */
function partsOf(raw: string, text: string): string[] {
  if (raw.length === 2 * text.length - 1 && raw.includes('.')) return [...text]
  if (/\d/.test(text)) {
    if (text.length > 16 || /^\d+(\p{L}|st|nd|rd|th|er|re|eme|ste|de)?$/u.test(text)) return []
    const runs = text.match(/\d+|\D+/g) ?? []
    return runs.length <= 4 ? runs : []
  }
  return dictionaryWords(text)
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const withDigraph = /[äöüåø]/g

const ascii = /^[\u0020-\u007e]*$/

function withDigraphs(raw: string, text: string): string {
  if (ascii.test(raw)) return ''
  const composed = raw.normalize('NFKC').toLowerCase()
  const written = composed.replace(withDigraph, (letter) => digraphs[letter]!)
  const folded = written === composed ? text : foldChunk(written)
  return folded === text ? '' : folded
}
