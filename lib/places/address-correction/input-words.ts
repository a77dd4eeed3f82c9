import { type ComponentKey, type Parse, rankedParses } from '#places/address'
import { fold, type Word, wordsOf } from '#places/text'
import type { GivenAddress } from './corrected-address.ts'

/** A word of the input with what the address parser takes it for. */
export interface InputWord extends Word {
  /** Number of the part between commas or line breaks. */
  segment: number
  label: ComponentKey | undefined
}

/** An address as it was given, read once. */
export interface AddressInput {
  given: GivenAddress
  /** The text with blanks where words and numbers run together, and with HTML entities decoded. */
  text: string
  /** Whether that is another text than the given one. */
  isRunTogether: boolean
  words: readonly InputWord[]
  parse: Parse | undefined
}

/** Longer texts are no addresses. */
export const maxWords = 40

export function readInput(given: GivenAddress): AddressInput {
  const plain = given.text.trim()
  const spaced = withBlanks(plain)
  const hints = given.country ? { country: given.country } : {}
  const [parse] = rankedParses(spaced, hints)
  const text = parse?.text ?? spaced
  const spans = parse?.spans ?? []
  const cuts = [...text.matchAll(/[,;|\n]/g)].map(({ index }) => index)
  const words = wordsOf(text)
    .slice(0, maxWords + 1)
    .map((word): InputWord => {
      const span = spans.find(({ start, end }) => start <= word.start && word.end <= end)
      const segment = cuts.filter((cut) => cut < word.start).length
      return { ...word, segment, label: span?.key }
    })
  return { given, text, isRunTogether: text !== plain, words, parse }
}

/** Suffixes of numbers: `12bis`, `1er`, `3rd`; other words of letters begin anew. */
const numberSuffix = /^(bis|ter|quater|st|nd|rd|th|er|re|eme|ème|ste|de|ª|º)$/iu

function separateWords(whole: string): string {
  const letters = whole.slice(1)
  return numberSuffix.test(letters) ? whole : `${whole[0]} ${letters}`
}

/**
 * Blanks where a number meets a word of three letters or more, or one of three digits a word of two, where a capital follows a small letter, and
 * behind commas: `13RueBasse,98000Monaco`. Names such as `McDonald` stay.
 */
function withBlanks(text: string): string {
  return text
    .replace(/(\p{L}{3})(?=\d)/gu, '$1 ')
    .replace(/(\d\p{Ll})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/((?<=\d\d)\d)(\p{L}\p{Ll})(?!\p{L})|(\d)(\p{L}{3,})/gu, separateWords)
    .replace(/(\p{Ll}{3,})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/([,;])(?=[^\s\d])/g, '$1 ')
    .replace(/([\p{L}\s.][,;])(?=\d)/gu, '$1 ')
    .replace(/(\d[,;])(?=\d{4})/g, '$1 ')
}

/** The part of the caller's text that became a part of `text`. */
export function givenPart({ given, text, isRunTogether }: AddressInput, part: string): string {
  if (!isRunTogether) return part
  const start = text.indexOf(part)
  if (start < 0) return part
  const first = givenAt(given.text, text.slice(0, start))
  return given.text.slice(first, first + givenAt(given.text.slice(first), part)).trim() || part
}

/** Where a text ends within another one that has fewer blanks, or more characters for one. */
function givenAt(given: string, text: string): number {
  let at = 0
  for (const sign of text) {
    const next = given.indexOf(sign, at)
    if (next >= 0 && (sign !== ' ' || next === at)) at = next + sign.length
  }
  return at
}

/** The text from the first to the last of some words. */
export function textOf({ text }: AddressInput, words: readonly InputWord[]): string {
  if (words.length === 0) return ''
  const end = Math.max(...words.map((word) => word.end))
  const last = words.find((word) => word.end === end)!
  return text.slice(Math.min(...words.map((word) => word.start)), end) + dotAfter(text, last)
}

/** Letters of an abbreviation without a form of its own; longer words end a sentence. */
const maxShortLetters = 4

/** The dot of an abbreviation belongs to it. */
function dotAfter(text: string, { end, forms, text: word }: InputWord): string {
  const isShort = word.length <= maxShortLetters || forms.some(({ kind }) => kind === 'expansion')
  return isShort && text[end] === '.' && /^\s*\S/.test(text.slice(end + 1)) ? '.' : ''
}

/** Folded without blanks. */
export function joined(text: string): string {
  return fold(text).replaceAll(' ', '')
}
