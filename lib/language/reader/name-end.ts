import { findCategoriesByWords } from '#places/categories'
import { isStreetTypeWord } from '#places/text'
import { isHouseNumber, postcodeAt } from './addresses.ts'
import { isInnerMark, type NameScan } from './name-scan.ts'
import { isForeignConnector, isKnown, isKnownAnywhere } from './rules.ts'

/** Unknown small-letter words that a name may have between capitals: `Le lion et la Sirène`. */
const maxSmallWords = 3

/**
 * The ends of names that begin at the tokens of a scan. Each step is looked at once, because a run of known names is
 * cut behind each of them, and begins anew there.
 */
export function nameEnds(scan: NameScan): (start: number) => number {
  const ends = new Map<number, number>()
  return (start) => {
    const passed: number[] = []
    let end = start + 1
    while (!ends.has(end)) {
      passed.push(end)
      const next = nextEnd(scan, end)
      if (next === undefined) break
      end = next
    }
    const last = ends.get(end) ?? end
    for (const step of passed) ends.set(step, last)
    return last
  }
}

/** The end of a name one word further on, with the small words on the way there. */
function nextEnd(scan: NameScan, end: number): number | undefined {
  const { tokens, rules, isCased, taken } = scan
  // `Albert-1er`
  if (tokens[end]?.isGlued && tokens[end]!.kind === 'word' && tokens[end - 1]!.kind === 'number')
    return end + 1
  const town = postcodeAt(tokens, end)
  if (town !== undefined) return town + 1
  // Behind a house number only a capital goes on.
  if (tokens[end - 1]!.kind === 'number' && !tokens[end]?.isCapital && tokens[end]?.kind === 'word')
    return undefined
  const isKindAlone = isKindWord(tokens[end - 1]!.text)
  const leadsTo = (at: number) => rules.roles.at(tokens, at).some(({ name }) => name === 'to')
  let unknown = 0
  for (let at = end, steps = 0; at < tokens.length && steps < 6; at++, steps++) {
    const token = tokens[at]!
    if (taken[at] || token.kind === 'position' || token.kind === 'line') return undefined
    if (isInnerMark(tokens, at)) {
      // `McDonald's`, `Monaco-Ville`; in `port d'envalira` the word behind decides.
      if (at === end) return at + 2
      continue
    }
    if (token.kind === 'mark') {
      if (token.text === '&' || token.text === '+') continue
      if (token.text === '.' && tokens[at - 1]!.raw.length <= 2 && token.isGlued) continue
      return undefined
    }
    if (token.kind === 'number') {
      if (at > end || !isHouseNumber(tokens, at)) return undefined
      // `12bis`
      return tokens[at + 1]?.isGlued && tokens[at + 1]!.kind === 'word' ? at + 2 : at + 1
    }
    // `Rua da Alegria` in Italian, where `da` leads from a place.
    const isConnector =
      rules.words.connectors.has(token.text) ||
      (isKindAlone && isForeignConnector(token.text) && !leadsTo(at))
    const isOfTable = isKnown(token.text, rules)
    if (isCased) {
      if (token.isCapital) return token.raw === 'I' || endsAtNoun(scan, at) ? undefined : at + 1
      if (!isConnector && (isOfTable || ++unknown > maxSmallWords)) return undefined
    } else if (!isConnector && !isOfTable) return at + 1
    else if (!isConnector) return undefined
  }
  return undefined
}

/** A word that needs another one to be a name: `Rua`, `Place`, `Museu`. */
export const isKindWord = (word: string) =>
  isStreetTypeWord(word) || findCategoriesByWords([word]).length > 0

/** In German a noun of everyday life behind a name is no part of it. */
function endsAtNoun({ tokens, rules }: NameScan, at: number): boolean {
  const { text } = tokens[at]!
  // `Helsinki Central Station`
  const isOfForeign = tokens[at - 1]?.isCapital && tokens[at - 2]?.isCapital && isKindWord(text)
  if (isOfForeign) return false
  return rules.words.nouns.has(text) || (rules.table.capitalNouns && isKnown(text, rules))
}

/** Whether a word ends as verbs of the language do: `anschauen`, `caminando`. */
export function endsAsVerb(word: string, { words }: NameScan['rules']): boolean {
  for (const ending of words.endings)
    if (word.length > ending.length + 2 && word.endsWith(ending)) return true
  return false
}

/** Where a name ends with the unknown small-letter words behind it, up to a mark or a known word. */
export function longEnd({ tokens, rules, taken, isCased }: NameScan, end: number): number {
  let long = end
  if (!isCased) {
    // `pas de la casa`: a common word may end a name behind small words.
    let at = end
    while (
      at < end + 3 &&
      tokens[at]?.kind === 'word' &&
      !taken[at] &&
      rules.words.connectors.has(tokens[at]!.text)
    )
      at++
    return at > end && tokens[at]?.kind === 'word' && !taken[at] ? at + 1 : end
  }
  // `Helsinki Central Station`, where the last word is a noun of the language.
  if (tokens[end]?.isCapital && !taken[end] && isKindWord(tokens[end]!.text)) return end + 1
  for (let at = end; at < tokens.length && at < end + 5 && !taken[at]; at++) {
    const token = tokens[at]!
    if (token.kind !== 'word' || token.isCapital) break
    const isOfTable = isKnownAnywhere(token.text) || endsAsVerb(token.text, rules)
    if (isOfTable && !rules.words.connectors.has(token.text)) break
    if (!isOfTable) long = at + 1
  }
  return long
}
