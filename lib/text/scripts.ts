import anyAscii from 'any-ascii'
import type { TextRange } from './fold.ts'

/** The first code unit of scripts written without blanks. */
const firstUnspaced = 0x0e00

const east =
  /\p{sc=Han}|[\p{sc=Hiragana}\u30fc\u3099\u309a]+|[\p{sc=Katakana}\u30fc\u3099\u309a\uff9e\uff9f]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu

/** Splits a chunk into single Chinese characters, runs of hiragana or katakana, and other runs. */
export function* scriptRuns(text: string, chunk: TextRange): Generator<TextRange> {
  const raw = text.slice(chunk.start, chunk.end)
  if (!isUnspaced(raw)) {
    yield chunk
    return
  }
  for (const match of raw.matchAll(east)) {
    const start = chunk.start + match.index
    yield { start, end: start + match[0].length }
  }
}

function isUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= firstUnspaced) return true
  }
  return false
}

export function isHan(text: string): boolean {
  return text.length <= 2 && text.charCodeAt(0) > 0x2e00 && /^\p{sc=Han}$/u.test(text)
}

const southEast = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
let segmenter: Intl.Segmenter | undefined

/** Splits Thai, Lao, Khmer or Burmese into words by the dictionaries of ICU. */
export function dictionaryWords(text: string): string[] {
  if (!isUnspaced(text) || text.length > 200 || !southEast.test(text)) return []
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

const beyondLatin = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u

/**
 * Transliterated to Latin letters and digits, without blanks; empty for a text in Latin script. Characters
 * beyond the Basic Multilingual Plane are dropped: hardly any name has them.
 */
export function inLatin(raw: string): string {
  if (!isBeyondLatin(raw)) return ''
  return anyAscii(raw.normalize('NFC').replace(/[\p{Cs}\u{10000}-\u{10ffff}]/gu, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Whether a text has letters of another script than Latin. */
export function isBeyondLatin(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= 0x250) return beyondLatin.test(text)
  }
  return false
}
