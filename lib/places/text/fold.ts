import {
  apostrophes,
  asciiDigit,
  classAt,
  lettersToReplace,
  optionalMarks,
  plainLetters,
} from './characters.ts'

/** Basic Latin to Latin Extended-B, which are folded by a table. */
const tableSize = 0x250
const table: (string | undefined)[] = new Array(tableSize)

/**
 * The form in which texts are compared: compatibility characters resolved, lower case, optional marks
 * removed, letters such as ß, æ, ø, ł replaced by plain ones, digits of all scripts as 0 to 9.
 * Punctuation separates words, which are joined by single blanks. A dot separates words too, except in
 * initials and contractions (`U.S.A.`, `L.go`). Idempotent; accepts any string.
 */
export function fold(text: string): string {
  if (isFolded(text)) return text
  if (plainWords.test(text)) return text.toLowerCase()
  let folded = ''
  let gap = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= tableSize) return foldAny(text)
    if (unit === dot) {
      gap ||= dotSeparates(text, at)
      continue
    }
    const piece = table[unit] ?? fill(unit)
    if (piece === fraction) return foldAny(text)
    if (piece === ' ') gap = true
    else if (piece !== '') {
      if (gap && folded !== '') folded += ' '
      folded += piece
      gap = false
    }
  }
  return folded
}

/** Whether a text has only small letters of ASCII and digits, in words joined by single blanks: most texts are folded twice. */
function isFolded(text: string): boolean {
  let afterBlank = true
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isBlank = unit === 0x20
    if (isBlank ? afterBlank : !isSmallOrDigit(unit)) return false
    afterBlank = isBlank
  }
  return !afterBlank || text === ''
}

function isSmallOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** Need nothing but small letters, as most names. */
const plainWords = /^[a-zA-Z0-9]+(?: [a-zA-Z0-9]+)*$/
const dot = 0x2e
const fraction = '/'

function fill(unit: number): string {
  const character = String.fromCharCode(unit)
  const kind = classAt(character, 0)
  let piece = ' '
  if (kind === 'ignored') piece = ''
  else if (kind === 'word') piece = foldChunk(character)
  else if (kind === 'fraction') piece = fraction
  table[unit] = piece
  return piece
}

/** Part of a text, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

/** Runs of characters between gaps, in text order. */
export function* chunksOf(text: string): Generator<TextRange> {
  let start = -1
  let at = 0
  while (at < text.length) {
    const kind = classAt(text, at)
    const next = at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
    const separates =
      kind === 'gap' || kind === 'fraction' || (kind === 'dot' && dotSeparates(text, at))
    if (separates) {
      if (start >= 0) yield { start, end: at }
      start = -1
      if (kind === 'fraction') yield { start: at, end: next }
    } else if (start < 0 && kind === 'word') start = at
    at = next
  }
  if (start >= 0) yield { start, end: text.length }
}

/**
 * Whether a dot separates words. It does not between a single letter and one to three letters: `U.S.A.`,
 * `L.go`, `P.zza`. `J.Verdaguer` and `St.Gallen` are two words each.
 */
export function dotSeparates(text: string, at: number): boolean {
  const before = skipIgnored(text, at - 1, -1)
  if (!letterAt(text, before) || letterAt(text, skipIgnored(text, before - 1, -1))) return true
  let letters = 0
  let next = skipIgnored(text, at + 1, 1)
  while (letters < 4 && letterAt(text, next)) {
    letters++
    next = skipIgnored(text, next + 1, 1)
  }
  return letters === 0 || letters > 3
}

/** The first position in a direction that holds no ignored character. */
function skipIgnored(text: string, from: number, step: 1 | -1): number {
  let at = from
  while (at >= 0 && at < text.length && text.charCodeAt(at) > 0x7f) {
    if (classAt(text, at) !== 'ignored') break
    at += step
  }
  return at
}

function letterAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
  return classAt(text, at) === 'word' && !/\p{N}/u.test(text[at]!)
}

function foldAny(text: string): string {
  let folded = ''
  for (const { start, end } of chunksOf(text)) {
    const words = foldChunk(text.slice(start, end))
    if (words === '') continue
    folded += folded === '' ? words : ` ${words}`
  }
  return folded
}

const plainWord = /^[a-zA-Z0-9]+$/
const asciiOnly = /^[\u0020-\u007e]*$/

/** Some 1 MB: a text is folded several times, in words and in spans of words. */
const maxKnownChunks = 1 << 13
const maxKnownLength = 32

const knownChunks = new Map<string, string>()

/** Folds a chunk of {@link chunksOf}: one word, except for some compatibility characters (`½`, `⑴`). */
export function foldChunk(chunk: string): string {
  if (plainWord.test(chunk)) return chunk.toLowerCase()
  if (chunk.length > maxKnownLength) return foldLetters(chunk)
  let folded = knownChunks.get(chunk)
  if (folded === undefined) {
    folded = foldLetters(chunk)
    if (knownChunks.size === maxKnownChunks) knownChunks.clear()
    knownChunks.set(chunk, folded)
  }
  return folded
}

function foldLetters(chunk: string): string {
  let text = chunk.normalize('NFKD').toLowerCase()
  if (!asciiOnly.test(text)) {
    text = text
      .normalize('NFKD')
      .replace(optionalMarks, '')
      .replace(lettersToReplace, (letter) => plainLetters[letter]!)
      .replace(/\p{Nd}/gu, asciiDigit)
      .normalize('NFC')
  }
  return text
    .replace(/[\u00b7.\p{Cf}\u0640\u02bb]+/gu, '')
    .replace(apostrophes, ' ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
