import type { IsName } from './name-candidates.ts'
import { isKnown, type LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** What names are found in. */
export interface NameScan {
  tokens: readonly TextToken[]
  rules: LanguageRules
  /** Whether names are written with capitals in the whole text. */
  isCased: boolean
  /** Whether the text labels its parts: `From: A; To: B`. */
  isForm: boolean
  /** Whether a text is the name of a place, where that is known. */
  isName: IsName | undefined
  /** Tokens that are a mode, a duration, a cue: no name goes over them. */
  taken: readonly boolean[]
}

/** The next token, past an apostrophe or a hyphen without blanks. */
export function nextWord(tokens: readonly TextToken[], at: number): number {
  return isInnerMark(tokens, at) ? at + 1 : at
}

/** `'`, `-`, `.` or `/` between two words without blanks. */
export function isInnerMark(tokens: readonly TextToken[], at: number): boolean {
  const token = tokens[at]
  return (
    token?.kind === 'mark' &&
    /^['\-./]$/.test(token.text) &&
    token.isGlued &&
    tokens[at + 1]?.isGlued === true &&
    tokens[at + 1]!.kind !== 'mark'
  )
}

/** `By:` of a form: one word at the beginning of a part, before a colon. */
export function isLabel({ tokens, rules, isForm }: NameScan, at: number): boolean {
  if (tokens[at + 1]?.text !== ':') return false
  const before = tokens[at - 1]
  const isAlone = before === undefined || /^[,;]$/.test(before.text) || before.kind === 'line'
  return isAlone && (isForm || isKnown(tokens[at]!.text, rules))
}
