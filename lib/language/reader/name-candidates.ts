import { fold, isStreetTypeWord } from '#places/text'
import { languageOf } from './language.ts'
import { isCasedText } from './letter-case.ts'
import { normalise } from './normalise.ts'
import { isKnown, type LanguageRules, rulesOf } from './rules.ts'
import { sentencesOf } from './sentences.ts'
import { type TextToken, tokensOf } from './tokens.ts'

/** Words of a name, at most. */
export const maxNameWords = 6

/** Marks in a row inside a name, at most: `St. 'Mark`, `A.-B`. */
const maxNameMarks = 3

/** Words and marks of a name, at most. */
const maxNameTokens = maxNameWords * (1 + maxNameMarks)

/** Whether a folded text is the whole name of a place; words are separated by single blanks. */
export type IsName = (folded: string) => boolean

/**
 * Parts of a query that may be whole names, folded, in text order. `hasWord` says whether any name has a word; parts
 * with other words are left out, so that few are to be looked up.
 *
 * @example
 * nameCandidates('from Vanha kirkko to Oodi', (word) => words.has(word))
 * // ['vanha', 'vanha kirkko', 'oodi']
 */
export function nameCandidates(query: string, hasWord: (folded: string) => boolean): string[] {
  const text = normalise(query)
  const rules = rulesOf(languageOf(text))
  const sentences = sentencesOf(tokensOf(text, { east: rules.table.east }))
  const isCased = isCasedText(sentences)
  const found = new Set<string>()
  for (const { tokens } of sentences) {
    for (let start = 0; start < tokens.length; start++) {
      if (!mayStart(tokens, start, rules, isCased)) continue
      for (const end of endsFrom(tokens, start, hasWord)) found.add(foldedSpan(tokens, start, end))
    }
  }
  return [...found]
}

/** A word with a capital; in a text without capitals any that is no small word of the language. */
export function mayStart(
  tokens: readonly TextToken[],
  start: number,
  rules: LanguageRules,
  isCased: boolean,
): boolean {
  const { kind, text, isCapital, isGlued } = tokens[start]!
  if (kind !== 'word') return false
  if (isGlued && tokens[start - 1]?.kind === 'word') return false
  if (!isCased) {
    const isSmall = (word = '') => rules.words.function.has(word) && isKnown(word, rules)
    // `rua do almada`, `la massana`: a kind of street, an article of the name.
    return (
      !isSmall(text) ||
      isStreetTypeWord(text) ||
      (rules.words.connectors.has(text) && !isSmall(tokens[start + 1]?.text))
    )
  }
  // `el Serrat`, `la Massana`: an article of the name.
  return (
    isCapital ||
    isStreetTypeWord(text) ||
    (tokens[start + 1]?.isCapital === true && rules.words.connectors.has(text))
  )
}

/** Ends of spans of whole words, shortest first. */
export function endsFrom(
  tokens: readonly TextToken[],
  start: number,
  hasWord: (folded: string) => boolean = () => true,
): number[] {
  const ends: number[] = []
  for (let at = start, words = 0, marks = 0; at < tokens.length && words < maxNameWords; at++) {
    const token = tokens[at]!
    if (token.kind === 'mark') {
      if (++marks > maxNameMarks || !/^['.&-]$/.test(token.text)) break
      continue
    }
    if (token.kind !== 'word' && token.kind !== 'number') break
    words++
    marks = 0
    if (token.kind === 'word' && !hasWord(fold(token.raw))) break
    ends.push(at + 1)
  }
  return ends
}

/** The words of a span as they are looked up. */
export function foldedSpan(tokens: readonly TextToken[], start: number, end: number): string {
  let text = ''
  for (const [i, { raw, isGlued }] of tokens.slice(start, end).entries()) {
    text += `${i > 0 && !isGlued ? ' ' : ''}${raw}`
  }
  return fold(text)
}

/** Whether a span is a known name. Longer spans than names have are not folded, so that every span is cheap. */
export function isKnownSpan(
  tokens: readonly TextToken[],
  start: number,
  end: number,
  isName: IsName,
): boolean {
  for (let at = start, words = 0; at < end; at++) {
    if (tokens[at]!.kind !== 'mark' && ++words > maxNameWords) return false
    if (at - start > maxNameTokens) return false
  }
  return isName(foldedSpan(tokens, start, end))
}

/** The longest known names of some tokens, one after the other. */
export function knownSpans(
  tokens: readonly TextToken[],
  isName: IsName,
): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  for (let start = 0; start < tokens.length; start++) {
    const end = endsFrom(tokens, start).findLast((at) => isKnownSpan(tokens, start, at, isName))
    if (end === undefined) continue
    spans.push({ start, end })
    start = end - 1
  }
  return spans
}

/** A text with blanks for its names of several words, whose language is another: `praça da batalha` in Italian. */
export function withoutNames(text: string, isName: IsName): string {
  const tokens = tokensOf(text)
  const parts: string[] = []
  let done = 0
  for (const { start, end } of knownSpans(tokens, isName)) {
    if (end - start < 2) continue
    const [from, to] = [tokens[start]!.start, tokens[end - 1]!.end]
    parts.push(text.slice(done, from), ' '.repeat(to - from))
    done = to
  }
  return parts.join('') + text.slice(done)
}
