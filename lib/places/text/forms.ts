import { findExpansions } from './abbreviations.ts'
import { findCompoundForms } from './compounds.ts'
import { foldChunk } from './fold.ts'
import { toDigits } from './numbers.ts'
import { isHan, splitByDictionary, toLatin } from './scripts.ts'
import type { Word, WordForm } from './word.ts'

type Plain = Omit<Word, 'forms'>

/** Context of a word, which decides how short abbreviations expand. */
export interface WordContext {
  /** Whether the word begins a longer text. */
  first: boolean
  /** Character after the word. */
  follower: string | undefined
}

/** Lists the forms of a single word; `findJoinedForms` lists the forms that include its neighbours. */
export function findForms({ raw, text }: Plain, { first, follower }: WordContext): WordForm[] {
  const forms: WordForm[] = []
  if (isHan(text)) return forms
  const dotted = follower === '.' || follower === '/'
  const joined = follower !== ' ' && !dotted
  const digraph = expandDigraphs(raw, text)
  if (digraph) forms.push({ kind: 'digraph', words: [digraph] })
  const latin = toLatin(raw)
  if (latin && latin !== text) forms.push({ kind: 'transliteration', words: [latin] })
  for (const words of findExpansions(text, { dotted, first: first && !joined })) {
    forms.push({ kind: 'expansion', words })
    const transliterated = latin && toLatin(words.join(''))
    if (transliterated) forms.push({ kind: 'transliteration', words: [transliterated] })
  }
  forms.push(...findCompoundForms(text, follower === '.'))
  if (digraph) forms.push(...findCompoundForms(digraph, follower === '.'))
  const number = toDigits(text, raw)
  if (number) forms.push({ kind: 'number', words: [number] })
  const parts = splitParts(raw, text)
  if (parts.length > 1) forms.push({ kind: 'split', words: parts })
  return forms
}

/** Splits initials at dots, letters from digits, and Thai, Lao, Khmer and Burmese by dictionary. */
function splitParts(raw: string, text: string): string[] {
  if (raw.length === 2 * text.length - 1 && raw.includes('.')) return [...text]
  if (/\d/.test(text)) {
    if (text.length > 16 || /^\d+(\p{L}|st|nd|rd|th|er|re|eme|ste|de)?$/u.test(text)) return []
    const runs = text.match(/\d+|\D+/g) ?? []
    return runs.length <= 4 ? runs : []
  }
  return splitByDictionary(text)
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const withDigraph = /[äöüåø]/g

const ascii = /^[\u0020-\u007e]*$/

function expandDigraphs(raw: string, text: string): string {
  if (ascii.test(raw)) return ''
  const composed = raw.normalize('NFKC').toLowerCase()
  const written = composed.replace(withDigraph, (letter) => digraphs[letter]!)
  const folded = written === composed ? text : foldChunk(written)
  return folded === text ? '' : folded
}
