import { fold } from '#places/text'
import { citySuffixes } from '../tables/name-words.ts'

/** Separators between neighbouring tokens, from tight to wide. */
export const gaps = { none: 0, dash: 1, slash: 2, blank: 3, hard: 4 } as const

export interface Token {
  /** Position in the text, in UTF-16 units. */
  start: number
  end: number
  raw: string
  /** Folded; may contain blanks if the token has hyphens or apostrophes. */
  text: string
  /** Separator before the token, one of {@link gaps}; hard for the first token. */
  gap: number
  hasDigit: boolean
  /** The token follows "&" or a slash. */
  joined: boolean
  /** Digits only, perhaps with a final dot. */
  isNumber: boolean
  /** Part of a phrase for nearness, and not of an address: "near me". */
  ignored?: true
}

/** Maximum length that is read, UTF-16 units. A longer text is more than an address; the rest is ignored. */
const maxUnits = 400
export const maxTokens = 48

const letters = '\\p{L}\\p{N}\\p{M}'
const run = new RegExp(
  [
    '[#№]',
    // "s/n", "c/o", "C/ Mayor", "B/G"
    `(?<![${letters}])(?:[sS]/[nN](?![${letters}])[º°]?|[cC]/[oO](?![${letters}])|[cC]/(?=\\s?\\p{L}))`,
    `(?:(?<![${letters}])['’](?=[stn][- ]\\p{L}))?[${letters}](?:[${letters}ºª°'’ʼ\`´&·.\\-‑–/]*[${letters}ºª°.'’])?`,
    '&',
  ].join('|'),
  'gu',
)

/** Splits a text into at most {@link maxTokens} tokens. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const read = text.length > maxUnits ? text.slice(0, maxUnits) : text
  for (const match of read.matchAll(run)) {
    for (const [from, to] of splitChunk(match[0])) {
      const start = match.index + from
      const end = match.index + to
      const raw = read.slice(start, end)
      const folded = fold(raw)
      if (folded === '' && raw !== '#' && raw !== '№') continue
      tokens.push({
        start,
        end,
        raw,
        text: folded === '' ? '#' : folded,
        gap: measureGap(read, tokens.at(-1), start, raw),
        joined: /^ ?[&/] ?$/.test(read.slice(tokens.at(-1)?.end ?? start, start)),
        hasDigit: /\p{Nd}/u.test(raw),
        isNumber: /^\p{Nd}+\.?$/u.test(raw),
      })
      if (tokens.length === maxTokens) return tokens
    }
  }
  return tokens
}

/** Splits a run of characters at a dot after an abbreviation and at a dash next to a digit. */
function splitChunk(chunk: string): [number, number][] {
  if (chunk.length < 3 || /^[scSC]\/[noNO]?/.test(chunk)) return [[0, chunk.length]]
  const parts: [number, number][] = []
  let from = 0
  for (let at = 1; at < chunk.length; at++) {
    const character = chunk[at]!
    const drop = isSplitAround(chunk, from, at, character)
    if (/[ºª°]/.test(character) && /[\p{L}\p{N}]/u.test(chunk[at + 1] ?? '')) {
      parts.push([from, at + 1])
      from = at + 1
    } else if (drop) {
      if (at > from) parts.push([from, at])
      from = at + 1
    } else if (character === '.' && isSplitAfter(chunk, from, at)) {
      parts.push([from, at + 1])
      from = at + 1
    }
  }
  if (from < chunk.length) parts.push([from, chunk.length])
  return parts
}

const digit = /\p{Nd}/u
const shortSide = /^[\p{L}\p{N}\p{M}]{0,3}(?![\p{L}\p{N}\p{M}])/u

function isSplitAround(chunk: string, from: number, at: number, character: string): boolean {
  const before = chunk[at - 1]!
  const after = chunk[at + 1] ?? ''
  if (character === '-' || character === '‑' || character === '–') {
    // "Florianópolis-SC"
    const code = /^[-‑–]\p{Lu}{2}$/u.test(chunk.slice(at)) && at - from > 3
    return digit.test(before) || digit.test(after) || code
  }
  if (character !== '/') return false
  // "Biel/Bienne" is one name; "12/A" and "A/12" are two tokens.
  const left = chunk.slice(from, at)
  return (
    digit.test(left) || digit.test(after) || left.length < 3 || shortSide.test(chunk.slice(at + 1))
  )
}

function isSplitAfter(chunk: string, from: number, at: number): boolean {
  const left = chunk.slice(from, at)
  const right = /^[\p{L}\p{N}\p{M}]*/u.exec(chunk.slice(at + 1))![0]
  if (right === '') return false
  if (/^\p{Nd}+$/u.test(left)) return /^\p{L}/u.test(right)
  if (!/^[\p{L}\p{M}]+$/u.test(left)) return false
  return /^\p{Nd}/u.test(right) || right.length > 2 || (left.length > 1 && right.length > 1)
}

function measureGap(text: string, previous: Token | undefined, start: number, raw: string): number {
  if (!previous) return gaps.hard
  const between = text.slice(previous.end, start)
  if (between === ' (' && citySuffixes.has(fold(raw))) return gaps.blank
  if (between === '') return gaps.none
  if (/^[ \t\u00a0]+$/.test(between)) return gaps.blank
  if (/^[-‑–]$/.test(between)) return gaps.dash
  if (/^ ?\/ ?$/.test(between)) return gaps.slash
  const digits = digit.test(previous.raw.at(-1)!) && digit.test(raw[0]!)
  if (digits && /^ [-‑–] $/.test(between)) return gaps.dash
  if (/^[.'’"“”«»:ºª°*_& \t]+$/u.test(between) && !/["“”«»:]/.test(between)) return gaps.blank
  return gaps.hard
}
