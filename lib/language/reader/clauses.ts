import type { Sentence } from './sentences.ts'

/** Tokens from `start` up to, not including, `end`. */
export interface Span {
  start: number
  end: number
}

/** The tokens between the marks around a phrase. */
export function clauseOf({ tokens }: Pick<Sentence, 'tokens'>, { start, end }: Span): Span {
  const isBreak = (at: number) => /^[,;:()–]$/.test(tokens[at]?.text ?? '')
  while (start > 0 && !isBreak(start - 1)) start--
  while (end < tokens.length && !isBreak(end)) end++
  return { start, end }
}

export const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end

/** Whether a token is in one of some spans. */
export const isIn = (spans: readonly Span[], at: number) =>
  spans.some(({ start, end }) => start <= at && at < end)
