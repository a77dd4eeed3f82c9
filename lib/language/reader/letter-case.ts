import type { TextToken } from './tokens.ts'

/**
 * Whether a text writes names with capitals: some word has one that no sentence asks for, or all of several sentences
 * begin with one.
 */
export function isCasedText(sentences: readonly { tokens: readonly TextToken[] }[]): boolean {
  const beginsAllWithCapital =
    sentences.length > 1 &&
    sentences.every(
      ({ tokens }) =>
        tokens.find(({ kind }) => kind !== 'mark')?.kind !== 'word' ||
        tokens.find(({ kind }) => kind !== 'mark')!.isCapital,
    )
  return (
    beginsAllWithCapital ||
    sentences.some(
      ({ tokens }) =>
        tokens.some((token, i) => token.isCapital && token.raw !== 'I' && !isInitial(tokens, i)) ||
        (tokens.length <= 4 && tokens.filter((token) => token.isCapital).length > 0),
    )
  )
}

/** At the beginning of a sentence or behind a colon, where any word may have a capital. */
export function isInitial(tokens: readonly TextToken[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    if (tokens[i]!.kind !== 'mark') return false
    if (tokens[i]!.text === ':') return true
  }
  return true
}

/** Words before a colon. */
export const labelCount = (sentences: readonly { tokens: readonly TextToken[] }[]): number =>
  sentences.reduce(
    (sum, { tokens }) =>
      sum + tokens.filter(({ kind }, at) => kind === 'word' && tokens[at + 1]?.text === ':').length,
    0,
  )
