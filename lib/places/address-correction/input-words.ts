import { type ComponentKey, type Parse, rankParses } from '#places/address'
import { fold, splitWords, type Word } from '#places/text'
import type { GivenAddress } from './corrected-address.ts'

/** A word of the input with its label from the address parser. */
export interface InputWord extends Word {
  /** Index of the part of the text between commas, semicolons, bars or line breaks. */
  segment: number
  label: ComponentKey | undefined
}

/** A given address, parsed once. */
export interface AddressInput {
  given: GivenAddress
  /** The given text with HTML entities decoded, and with blanks where words and numbers run together. */
  text: string
  /** Whether `text` differs from the given text. */
  isRunTogether: boolean
  words: readonly InputWord[]
  parse: Parse | undefined
}

/** Maximum words of an address. */
export const maxWords = 40

export function readInput(given: GivenAddress): AddressInput {
  const plain = given.text.trim()
  const spaced = insertBlanks(plain)
  const hints = given.country ? { country: given.country } : {}
  const [parse] = rankParses(spaced, hints)
  const text = parse?.text ?? spaced
  const spans = parse?.spans ?? []
  const cuts = [...text.matchAll(/[,;|\n]/g)].map(({ index }) => index)
  const words = splitWords(text)
    .slice(0, maxWords + 1)
    .map((word): InputWord => {
      const span = spans.find(({ start, end }) => start <= word.start && word.end <= end)
      const segment = cuts.filter((cut) => cut < word.start).length
      return { ...word, segment, label: span?.key }
    })
  return { given, text, isRunTogether: text !== plain, words, parse }
}

/** Suffixes of numbers: `12bis`, `1er`, `3rd`. Other letters after a number begin a new word. */
const numberSuffix = /^(bis|ter|quater|st|nd|rd|th|er|re|eme|ème|ste|de|ª|º)$/iu

function separateWords(whole: string): string {
  const letters = whole.slice(1)
  return numberSuffix.test(letters) ? whole : `${whole[0]} ${letters}`
}

/**
 * Inserts blanks where a number meets a word of three letters or more, where a number of three digits or more meets a
 * word of two letters, where a capital follows a small letter, and after commas: `13RueBasse,98000Monaco`. Keeps names
 * such as `McDonald`.
 */
function insertBlanks(text: string): string {
  return text
    .replace(/(\p{L}{3})(?=\d)/gu, '$1 ')
    .replace(/(\d\p{Ll})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/((?<=\d\d)\d)(\p{L}\p{Ll})(?!\p{L})|(\d)(\p{L}{3,})/gu, separateWords)
    .replace(/(\p{Ll}{3,})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/([,;])(?=[^\s\d])/g, '$1 ')
    .replace(/([\p{L}\s.][,;])(?=\d)/gu, '$1 ')
    .replace(/(\d[,;])(?=\d{4})/g, '$1 ')
}

/** Finds the part of the caller's text that became a part of `text`. */
export function findGivenPart({ given, text, isRunTogether }: AddressInput, part: string): string {
  if (!isRunTogether) return part
  const start = text.indexOf(part)
  if (start < 0) return part
  const first = findGivenEnd(given.text, text.slice(0, start))
  return given.text.slice(first, first + findGivenEnd(given.text.slice(first), part)).trim() || part
}

/** Returns where a text ends within another one that has fewer blanks, or several characters for one. */
function findGivenEnd(given: string, text: string): number {
  let at = 0
  for (const sign of text) {
    const next = given.indexOf(sign, at)
    if (next >= 0 && (sign !== ' ' || next === at)) at = next + sign.length
  }
  return at
}

/** Returns the text from the first to the last of some words. */
export function extractText({ text }: AddressInput, words: readonly InputWord[]): string {
  if (words.length === 0) return ''
  const end = Math.max(...words.map((word) => word.end))
  const last = words.find((word) => word.end === end)!
  return text.slice(Math.min(...words.map((word) => word.start)), end) + findDotAfter(text, last)
}

/** Maximum letters of an abbreviation that is not in the word forms. Longer words end a sentence. */
const maxShortLetters = 4

/** Returns the dot after an abbreviation, which belongs to it. */
function findDotAfter(text: string, { end, forms, text: word }: InputWord): string {
  const isShort = word.length <= maxShortLetters || forms.some(({ kind }) => kind === 'expansion')
  return isShort && text[end] === '.' && /^\s*\S/.test(text.slice(end + 1)) ? '.' : ''
}

/** Folds a text and removes its blanks. */
export function foldWithoutBlanks(text: string): string {
  return fold(text).replaceAll(' ', '')
}
