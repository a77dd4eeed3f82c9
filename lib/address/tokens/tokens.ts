import { fold } from '../../text/index.ts'

/** What stands between a token and the one before it, from tight to wide. */
export const gaps = { none: 0, dash: 1, slash: 2, blank: 3, hard: 4 } as const

export interface Token {
  /** Position in the text, in UTF-16 units. */
  start: number
  end: number
  raw: string
  /** Folded; may hold blanks where the token has hyphens or apostrophes. */
  text: string
  /** To the token before it; the first one has a hard gap. */
  gap: number
  hasDigit: boolean
  /** Only figures. */
  isNumber: boolean
}

/** A text this long is an address with a story around it; what is beyond is not read. */
const mostUnits = 400
const mostTokens = 48

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

/** The tokens of a text, at most 48. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const read = text.length > mostUnits ? text.slice(0, mostUnits) : text
  for (const match of read.matchAll(run)) {
    for (const [from, to] of partsOf(match[0])) {
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
        gap: gapBetween(read, tokens.at(-1), start, raw),
        hasDigit: /\p{Nd}/u.test(raw),
        isNumber: /^\p{Nd}+\.?$/u.test(raw),
      })
      if (tokens.length === mostTokens) return tokens
    }
  }
  return tokens
}

/** Where a run of characters is two words: at a point after an abbreviation, at a dash by a figure. */
function partsOf(chunk: string): [number, number][] {
  if (chunk.length < 3 || /^[scSC]\/[noNO]?/.test(chunk)) return [[0, chunk.length]]
  const parts: [number, number][] = []
  let from = 0
  for (let at = 1; at < chunk.length; at++) {
    const character = chunk[at]!
    const drop = splitsAround(chunk, from, at, character)
    if (/[ºª°]/.test(character) && /[\p{L}\p{N}]/u.test(chunk[at + 1] ?? '')) {
      parts.push([from, at + 1])
      from = at + 1
    } else if (drop) {
      if (at > from) parts.push([from, at])
      from = at + 1
    } else if (character === '.' && splitsAfter(chunk, from, at)) {
      parts.push([from, at + 1])
      from = at + 1
    }
  }
  if (from < chunk.length) parts.push([from, chunk.length])
  return parts
}

const digit = /\p{Nd}/u
const shortSide = /^[\p{L}\p{N}\p{M}]{0,3}(?![\p{L}\p{N}\p{M}])/u

function splitsAround(chunk: string, from: number, at: number, character: string): boolean {
  const before = chunk[at - 1]!
  const after = chunk[at + 1] ?? ''
  if (character === '-' || character === '‑' || character === '–') {
    // "Florianópolis-SC"
    const code = /^[-‑–]\p{Lu}{2}$/u.test(chunk.slice(at)) && at - from > 3
    return digit.test(before) || digit.test(after) || code
  }
  if (character !== '/') return false
  // "Biel/Bienne" is one name, "12/A" and "A/12" are two things.
  const left = chunk.slice(from, at)
  return (
    digit.test(left) || digit.test(after) || left.length < 3 || shortSide.test(chunk.slice(at + 1))
  )
}

function splitsAfter(chunk: string, from: number, at: number): boolean {
  const left = chunk.slice(from, at)
  const right = /^[\p{L}\p{N}\p{M}]*/u.exec(chunk.slice(at + 1))![0]
  if (right === '') return false
  if (/^\p{Nd}+$/u.test(left)) return /^\p{L}/u.test(right)
  if (!/^[\p{L}\p{M}]+$/u.test(left)) return false
  return /^\p{Nd}/u.test(right) || right.length > 2 || (left.length > 1 && right.length > 1)
}

/** Rivers and regions that German towns have in brackets: "Halle (Saale)", "Kempten (Allgäu)". */
const townSuffix =
  /^(?:saale|oder|allgau|main|rhein|breisgau|westf|westfalen|han|hann|holst|holstein|harz|sauerland|mark|spree|elbe|donau|inn|ruhr|lahn|taunus|odenwald|schwarzwald|bodensee|wurtt|wurttemberg|bay|oberpf|oberpfalz|thur|thuringen|sachs|sachsen|vogtl|vogtland|erzgeb|erzgebirge|havel|luhe|wumme|oldb|oldenburg|weser|eifel|pfalz|weinstrasse|tauber|nahe|hess|hessen|lausitz|schwaben|neckar|mosel|hunsruck|dill|aller|ems|leine|fulda|altmark|uckermark|prignitz|rugen|usedom|meckl|anhalt|tirol|steiermark|ennstal)$/

function gapBetween(text: string, previous: Token | undefined, start: number, raw: string): number {
  if (!previous) return gaps.hard
  const between = text.slice(previous.end, start)
  if (between === ' (' && townSuffix.test(fold(raw))) return gaps.blank
  if (between === '') return gaps.none
  if (/^[ \t\u00a0]+$/.test(between)) return gaps.blank
  if (/^[-‑–]$/.test(between)) return gaps.dash
  if (/^ ?\/ ?$/.test(between)) return gaps.slash
  const figures = digit.test(previous.raw.at(-1)!) && digit.test(raw[0]!)
  if (figures && /^ [-‑–] $/.test(between)) return gaps.dash
  if (/^[.'’"“”«»:ºª°*_ \t]+$/u.test(between) && !/["“”«»:]/.test(between)) return gaps.blank
  return gaps.hard
}
