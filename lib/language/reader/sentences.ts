import type { TextToken } from './tokens.ts'

/** A sentence, or a line of a list. */
export interface Sentence {
  tokens: readonly TextToken[]
  /** Ends with a question mark. */
  isQuestion: boolean
  /** One line of several, as lists are typed. */
  isLine: boolean
}

/**
 * Sentences end at `.`, `!`, `?` and at line ends. A dot does not end one behind an initial or a title before a
 * capital (`St. George`) that is no small word of the language (`Klaus K. In which`), nor behind the figure that numbers a line (`1. Kiasma`).
 */
export function sentencesOf(
  text: readonly TextToken[],
  isSmallWord: (token: TextToken | undefined) => boolean = () => false,
): Sentence[] {
  const tokens = withItemsAsLines(text)
  const sentences: Sentence[] = []
  let current: TextToken[] = []
  let lineStart = 0
  const close = (isQuestion: boolean) => {
    if (current.some(({ kind }) => kind !== 'mark')) {
      sentences.push({ tokens: withoutBullet(current), isQuestion, isLine: false })
    }
    current = []
  }
  const endOfDots = dotRunEnds(tokens)
  tokens.forEach((token, i) => {
    if (token.kind === 'line') {
      close(false)
      markLine(sentences, lineStart)
      lineStart = sentences.length
    } else if (token.kind === 'mark' && /[.!?…]/.test(token.raw)) {
      if (
        (isAbbreviation(tokens, i) && !isSmallWord(tokens[i + 1])) ||
        isBulletDot(current) ||
        isPause(tokens, i, endOfDots[i]!)
      )
        current.push(token)
      else if (!(token.raw === '.' && tokens[i + 1]?.isGlued && tokens[i + 1]?.kind === 'word')) {
        close(token.raw === '?')
      } else current.push(token)
    } else if (!/^["¿¡]$/.test(token.raw)) current.push(token)
  })
  close(false)
  markLine(sentences, lineStart)
  return sentences
}

/** With a line end before each item of `1) Encamp 2) Ordino`, whose figures count up from one. */
function withItemsAsLines(tokens: readonly TextToken[]): readonly TextToken[] {
  const starts = new Set<number>()
  tokens.forEach((token, i) => {
    const after = tokens[i + 1]
    const isItem = after?.kind === 'mark' && /^[).:°]$/.test(after.raw) && after.isGlued
    if (isItem && token.text === String(starts.size + 1) && !tokens[i + 2]?.isGlued) starts.add(i)
  })
  if (starts.size < 2) return tokens
  return tokens.flatMap((token, i) => {
    if (starts.has(i)) return [{ ...token, kind: 'line' as const }]
    const isOwnMark = starts.has(i - 1)
    const isSeparator = starts.has(i + 1) && /^[,;(]$/.test(token.raw)
    return isOwnMark || isSeparator ? [] : [token]
  })
}

/** A line with one sentence and no end mark is an item of a list, if the text has several lines. */
function markLine(sentences: Sentence[], from: number): void {
  const last = sentences.at(-1)
  if (last && sentences.length === from + 1) last.isLine = true
}

function isAbbreviation(tokens: readonly TextToken[], at: number): boolean {
  const [before, dot, after] = [tokens[at - 1], tokens[at]!, tokens[at + 1]]
  if (dot.raw !== '.' || before?.kind !== 'word' || !dot.isGlued) return false
  const isShort = /^\p{Lu}\p{Ll}?$/u.test(before.raw)
  return isShort && after !== undefined && (after.isCapital || after.kind === 'number')
}

/** `... no, perdón`: several dots before a small letter are a pause. */
function isPause(tokens: readonly TextToken[], at: number, next: number): boolean {
  const isLong = tokens[at]!.raw === '…' || next - at > 1 || tokens[at - 1]?.raw === '.'
  return isLong && tokens[next]?.kind === 'word' && !tokens[next]!.isCapital
}

/** For each token the index behind the dots that begin at it; its own where it is none. */
function dotRunEnds(tokens: readonly TextToken[]): number[] {
  const ends = tokens.map((_, at) => at)
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { raw } = tokens[at]!
    if (raw === '.' || raw === '…') ends[at] = ends[at + 1] ?? at + 1
  }
  return ends
}

const isBulletDot = (current: readonly TextToken[]) =>
  current.length === 1 && current[0]!.kind === 'number'

/** Without `-`, `*`, `1.` or `2)` before an item. */
function withoutBullet(tokens: readonly TextToken[]): readonly TextToken[] {
  const [first, second] = tokens
  if (first?.kind === 'mark' && /^[-*•+]$/.test(first.raw)) return tokens.slice(1)
  if (first?.kind === 'number' && second?.kind === 'mark' && /^[.)]$/.test(second.raw)) {
    return tokens.slice(2)
  }
  return tokens
}
