import {
  apostrophes,
  classifyAt,
  lettersToReplace,
  optionalMarks,
  plainLetters,
  toAsciiDigit,
} from './characters.ts'

/** Number of characters folded by a table: Basic Latin to Latin Extended-B. */
const tableSize = 0x250
const table: (string | undefined)[] = new Array(tableSize)

/**
 * Converts a text to the form used for comparisons: compatibility characters are resolved, letters are lower case,
 * optional marks are removed, letters such as ß, æ, ø, ł are replaced by plain ones, and digits of all scripts
 * become 0 to 9. Punctuation separates words, which are joined by single blanks. A dot separates words too, except
 * in initials and contractions (`U.S.A.`, `L.go`). Idempotent; accepts any string.
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
      gap ||= isSeparatingDot(text, at)
      continue
    }
    const piece = table[unit] ?? fillTable(unit)
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

/**
 * Returns whether a text consists of ASCII lower-case letters and digits, in words joined by single blanks. Most
 * texts are folded twice, so this check saves time.
 */
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

/** Texts that only need lower case, such as most names. */
const plainWords = /^[a-zA-Z0-9]+(?: [a-zA-Z0-9]+)*$/
const dot = 0x2e
const fraction = '/'

function fillTable(unit: number): string {
  const character = String.fromCharCode(unit)
  const kind = classifyAt(character, 0)
  let piece = ' '
  if (kind === 'ignored') piece = ''
  else if (kind === 'word') piece = foldChunk(character)
  else if (kind === 'fraction') piece = fraction
  table[unit] = piece
  return piece
}

/** A part of a text, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

/** Yields the runs of characters between gaps, in the order of the text. */
export function* splitChunks(text: string): Generator<TextRange> {
  let start = -1
  let at = 0
  while (at < text.length) {
    const kind = classifyAt(text, at)
    const next = at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
    const separates =
      kind === 'gap' || kind === 'fraction' || (kind === 'dot' && isSeparatingDot(text, at))
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
 * Returns whether a dot separates words. It does not between a single letter and one to three letters: `U.S.A.`,
 * `L.go`, `P.zza`. `J.Verdaguer` and `St.Gallen` are two words each.
 */
export function isSeparatingDot(text: string, at: number): boolean {
  const before = skipIgnored(text, at - 1, -1)
  if (!isLetterAt(text, before) || isLetterAt(text, skipIgnored(text, before - 1, -1))) return true
  let letters = 0
  let next = skipIgnored(text, at + 1, 1)
  while (letters < 4 && isLetterAt(text, next)) {
    letters++
    next = skipIgnored(text, next + 1, 1)
  }
  return letters === 0 || letters > 3
}

/** Returns the first position, in the direction of `step`, whose character is not ignored. */
function skipIgnored(text: string, from: number, step: 1 | -1): number {
  let at = from
  while (at >= 0 && at < text.length && text.charCodeAt(at) > 0x7f) {
    if (classifyAt(text, at) !== 'ignored') break
    at += step
  }
  return at
}

function isLetterAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
  return classifyAt(text, at) === 'word' && !/\p{N}/u.test(text[at]!)
}

function foldAny(text: string): string {
  let folded = ''
  for (const { start, end } of splitChunks(text)) {
    const words = foldChunk(text.slice(start, end))
    if (words === '') continue
    folded += folded === '' ? words : ` ${words}`
  }
  return folded
}

const plainWord = /^[a-zA-Z0-9]+$/
const asciiOnly = /^[\u0020-\u007e]*$/

/** Number of chunks cached, some 1 MB. A text is folded several times, as words and as spans of words. */
const maxKnownChunks = 1 << 13
const maxKnownLength = 32

const knownChunks = new Map<string, string>()

/** Folds a chunk of {@link splitChunks} to one word, except for some compatibility characters (`½`, `⑴`). */
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
      .replace(/\p{Nd}/gu, toAsciiDigit)
      .normalize('NFC')
  }
  return text
    .replace(/[\u00b7.\p{Cf}\u0640\u02bb]+/gu, '')
    .replace(apostrophes, ' ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
