import { isStreetTypeWord } from '#places/text'
import { isKnownSpan } from './name-candidates.ts'
import type { NameScan } from './name-scan.ts'
import type { TextToken } from './tokens.ts'

/**
 * The start of a name with the kind of street and the house number before it: `12 Rue Grimaldi`, `3 boulevard des
 * Moulins`. Without a number the kind stands right before the name, because `a walk of` is no street.
 */
export function streetStart(
  { tokens, taken, rules, isCased, isName }: NameScan,
  start: number,
): number {
  const isStreet = (at: number) =>
    tokens[at]?.kind === 'word' &&
    !taken[at] &&
    isStreetTypeWord(tokens[at]!.text) &&
    !rules.words.and.has(tokens[at]!.text)
  if (isStreet(start)) return isNumber(start - 1) ? start - 1 : start
  let at = start - 1
  while (at >= 0 && isSmall(at)) at--
  if (!isCased || !isStreet(at) || tokens[at]!.isCapital) return start
  // Also words such as `via`, `camino`.
  const isRequest = [rules.intents, rules.roles, rules.travel].some((phrases) =>
    phrases.at(tokens, at).some(({ name }) => name !== 'reverse_geocode'),
  )
  if (isRequest) return start
  if (isNumber(at - 1)) return at - 1
  // `place d'Armes`
  const isKnown =
    isName !== undefined &&
    [1, 2, 3].some((count) =>
      isKnownSpan(tokens, at, Math.min(tokens.length, start + count), isName),
    )
  return at === start - 1 || isKnown ? at : start

  function isNumber(at: number): boolean {
    return !taken[at] && /^\d{1,4}$/.test(tokens[at]?.text ?? '')
  }
  function isSmall(at: number): boolean {
    return tokens[at]!.text === "'" || rules.words.connectors.has(tokens[at]!.text)
  }
}

/** Whether a token can be the number of a house: `10`, not `10 %`. */
export function isHouseNumber(tokens: readonly TextToken[], at: number): boolean {
  return /^\d{1,4}$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.text !== '%'
}

/**
 * The end of a name with the postcode and town behind it: `30, 00120 Helsinki`, `4000-123 Porto`, `AD500 Encamp`. The
 * town is one name with a capital; what follows it is for the caller.
 */
export function postcodeAt(tokens: readonly TextToken[], end: number): number | undefined {
  let at = tokens[end]?.text === ',' ? end + 1 : end
  const isPrefixed = /^\p{Lu}{1,2}$/u.test(tokens[at]?.raw ?? '') && tokens[at + 1]?.isGlued
  if (isPrefixed) at++
  if (tokens[at]?.text === '-' && isPrefixed) at++
  if (!/^\d+$/.test(tokens[at]?.raw ?? '')) return undefined
  const digits = tokens[at]!.raw.length
  if (digits < (isPrefixed ? 3 : 4) || digits > 6) return undefined
  at++
  if (
    tokens[at]?.text === '-' &&
    tokens[at]!.isGlued &&
    /^\d{2,4}$/.test(tokens[at + 1]?.raw ?? '')
  )
    at += 2
  return tokens[at]?.isCapital ? at : undefined
}

/** Whether a number stands behind a word for a postcode: `postcode 4425-605`. */
export function followsPostcodeWord({ tokens, taken, rules }: NameScan, at: number): boolean {
  const { kind, text } = tokens[at]!
  if (kind !== 'number' || taken[at] || !/^\d{3,6}$/.test(text)) return false
  return [1, 2].some((back) => rules.words.postcode.has(tokens[at - back]?.text ?? ''))
}

/** The end of a postcode, which may have two parts: `4425-605`. */
export function postcodeEnd(tokens: readonly TextToken[], at: number): number {
  const isPart = tokens[at + 1]?.text === '-' && tokens[at + 2]?.kind === 'number'
  return isPart && tokens[at + 2]!.isGlued ? at + 3 : at + 1
}
