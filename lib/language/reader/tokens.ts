import type { LatLon } from '#ground/geo'
import { fold } from '#places/text'
import { positionsIn } from './positions.ts'

/** A word, number, mark, line end or position of a text. */
export interface TextToken {
  kind: 'word' | 'number' | 'mark' | 'line' | 'position'
  raw: string
  start: number
  end: number
  /** Folded; a mark is its own. */
  text: string
  isCapital: boolean
  /** Whether nothing separates it from the token before. */
  isGlued: boolean
  position?: LatLon
}

/** Text of a mark that leads from a place to the next: `->`, `→`, `>`. */
export const arrow = '→'

const isArrow = (raw: string) => /^(?:[-=~]*>+|[→⇒➔➜⟶»])$/.test(raw)

const piece =
  /\d{1,2}[hH]\d{0,2}(?![\p{L}\d])|\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}]*(?:·\p{L}+)*|\n|(?<![-=~])[-=~]+>+|[→⇒➔➜⟶»>]|[^\s]/gu

/** Tokens in text order. Apostrophes and hyphens are marks, so `l'Hôtel` is three tokens. */
export function tokensOf(text: string, { east }: { east?: string } = {}): TextToken[] {
  const tokens: TextToken[] = []
  let from = 0
  for (const { start, end, position } of positionsIn(text, { east })) {
    addTokens(tokens, text, from, start)
    const raw = text.slice(start, end)
    tokens.push({
      kind: 'position',
      raw,
      start,
      end,
      text: raw,
      isCapital: false,
      isGlued: false,
      position,
    })
    from = end
  }
  addTokens(tokens, text, from, text.length)
  return tokens
}

function addTokens(tokens: TextToken[], text: string, from: number, to: number): void {
  for (const match of text.slice(from, to).matchAll(piece)) {
    const raw = match[0]
    const start = from + match.index
    const kind = kindOf(raw)
    tokens.push({
      kind,
      raw,
      start,
      end: start + raw.length,
      text: kind === 'word' ? fold(raw) : isArrow(raw) ? arrow : raw.toLowerCase(),
      isCapital: kind === 'word' && /^\p{Lu}/u.test(raw),
      isGlued: start > 0 && tokens.at(-1)?.end === start,
    })
  }
}

function kindOf(raw: string): TextToken['kind'] {
  if (raw === '\n') return 'line'
  if (/^\d/.test(raw)) return 'number'
  return /^\p{L}/u.test(raw) ? 'word' : 'mark'
}
