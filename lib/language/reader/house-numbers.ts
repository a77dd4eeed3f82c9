import { isHouseNumber } from './addresses.ts'
import type { Mention } from './mentions.ts'
import type { PhraseMatch } from './phrases.ts'
import type { TextToken } from './tokens.ts'

interface NumberScan {
  tokens: readonly TextToken[]
  /** Tokens that are a mode, a duration or a time. */
  taken: readonly boolean[]
  roles: readonly PhraseMatch[]
}

/** A house number before its street: `from 10 Downing Street`. */
export function withHouseNumber<M extends Mention>(
  name: M,
  { tokens, taken, roles }: NumberScan,
): M {
  const at = name.start - 1
  const isNumber = isHouseNumber(tokens, at) && !taken[at]
  const isBehindRole = roles.some(({ end }) => end === at)
  return isNumber && isBehindRole && name.kind === 'named'
    ? { ...name, start: at, articleStart: at }
    : name
}
