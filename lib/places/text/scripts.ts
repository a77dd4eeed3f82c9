import anyAscii from 'any-ascii'
import { maxUnspacedLetters } from './limits.ts'
import { isSouthEastAsian } from './script-runs.ts'

/** Returns whether a text is one Han character. */
export function isHan(text: string): boolean {
  return text.length <= 2 && text.charCodeAt(0) > 0x2e00 && /^\p{sc=Han}$/u.test(text)
}

let segmenter: Intl.Segmenter | undefined

/** Splits Thai, Lao, Khmer or Burmese into words with the dictionaries of ICU. Other and longer texts have none. */
export function splitByDictionary(text: string): string[] {
  if (text.length > maxUnspacedLetters || !isSouthEastAsian(text)) return []
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

const beyondLatin = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u

/**
 * Transliterates a text to Latin letters and digits without blanks; returns an empty text for Latin script.
 * Characters beyond the Basic Multilingual Plane are dropped, because hardly any name contains them.
 */
export function toLatin(raw: string): string {
  if (!isBeyondLatin(raw)) return ''
  return anyAscii(raw.normalize('NFC').replace(/[\p{Cs}\u{10000}-\u{10ffff}]/gu, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Returns whether a text contains letters of another script than Latin. */
export function isBeyondLatin(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= 0x250) return beyondLatin.test(text)
  }
  return false
}
