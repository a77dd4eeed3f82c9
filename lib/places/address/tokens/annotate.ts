import { isStopWord } from '#places/text'
import {
  findCountryByCode,
  findCountryByFormalName,
  findCountryByName,
} from '../tables/country-names.ts'
import { type DesignatedSpan, findDesignatedSpans } from '../tables/designators.ts'
import { findKnownName, type KnownName, maxWords } from '../tables/known-names.ts'
import { isVenueWord } from '../tables/name-words.ts'
import { measureNearPhrase, withinWords } from '../tables/near-phrases.ts'
import { findStreetFacts, type StreetFacts } from '../tables/street-words.ts'
import { gaps, maxTokens, type Token, tokenize } from './tokens.ts'

/** Tokens from `from` to before `to`, as the name of a place or a country. */
export interface NameMatch {
  from: number
  to: number
  known: KnownName | undefined
  /** Alpha-2 of the country with this name or code. */
  country: string | undefined
  /** The country is written as a code ("USA", "DE"), not as a name. */
  coded: boolean
  /** Nothing follows except a postcode, a state of the country or both: "Australia NSW 2000". */
  closes: boolean
}

/** A tokenized text with all annotations that hold in any country. */
export interface AnnotatedText {
  text: string
  tokens: readonly Token[]
  /** Street words, by token. */
  streetFacts: readonly StreetFacts[]
  designated: readonly DesignatedSpan[]
  /** Matches of names, by {@link toRunKey}. */
  nameMatches: ReadonlyMap<number, NameMatch>
  /** Start tokens of the names of states, counties and countries, by the token after the name. */
  regionStarts: readonly (readonly number[] | undefined)[]
  /** All letters have the same case, so case is not evidence. */
  singleCase: boolean
}

/** Maximum words in the name of a state after its country. */
const maxStateWords = 4

export const toRunKey = (from: number, to: number): number => from * (maxTokens + 1) + to

export function annotate(text: string): AnnotatedText {
  const tokens = markNearness(tokenize(text))
  const end = tokens.at(-1)?.end ?? 0
  const tokenized = text.slice(0, end)
  const nameMatches = findNameMatches(text, tokens)
  return {
    text,
    tokens,
    streetFacts: findStreetFacts(tokens),
    designated: findDesignatedSpans(tokenized),
    nameMatches,
    regionStarts: findRegionStarts(nameMatches),
    singleCase: tokenized === tokenized.toLowerCase() || tokenized === tokenized.toUpperCase(),
  }
}

/** Marks phrases for nearness after a name, and separates the phrase from the text on both sides. */
function markNearness(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.map((token) => token.text)
  let marked: Token[] | undefined
  for (let at = 1; at < tokens.length; at++) {
    const length = measureNearPhrase(words, at) || (isSoughtWithin(tokens, at) ? 1 : 0)
    if (length === 0) continue
    const apart = tokens.slice(at, at + length).some(({ gap }) => gap === gaps.hard)
    // "Rua da Cerca" is a street.
    if (apart || isStopWord(words[at - 1]!)) continue
    marked ??= [...tokens]
    for (let i = at; i < at + length; i++) marked[i] = { ...tokens[i]!, ignored: true }
    for (const i of [at, at + length]) {
      if (marked[i]) marked[i] = { ...marked[i], gap: gaps.hard }
    }
    at += length
  }
  return marked ?? tokens
}

/**
 * Checks for a preposition between a venue and a place, as in "restaurants in Denver". The venue is in lower case, or
 * the only word before it.
 */
function isSoughtWithin(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]!
  const following = tokens[at + 1]
  if (!withinWords.has(tokens[at]!.text) || !isVenueWord(before.text)) return false
  if (following === undefined || following.gap === gaps.hard || following.hasDigit) return false
  return !isStopWord(following.text) && (at === 1 || /^\p{Ll}/u.test(before.raw))
}

function findNameMatches(text: string, tokens: readonly Token[]): Map<number, NameMatch> {
  const matches = new Map<number, NameMatch>()
  const longerEnds = new Set<number>()
  for (const { from, to, folded } of iterateTokenRuns(tokens)) {
    const known = findKnownName(folded)
    const raw = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
    // A country stands at the end, before a postcode, or at the very beginning.
    const opens = from === 0 || (from === 1 && tokens[0]!.isNumber)
    const last = isLast(tokens, to)
    const outermost = last || (opens && tokens[to]!.gap === gaps.hard)
    const exonym = outermost && !known && /^[\p{Lu}\p{Lo}]/u.test(raw) && !/\d/.test(raw)
    let country = findCountryByName(folded, exonym)
    if (!country && outermost && to - from > 1) country = findCountryByFormalName(folded)
    // "Republic of the Congo" in "Democratic Republic of the Congo", "Jersey" in "New Jersey"
    if (longerEnds.has(to)) country = undefined
    else if (to - from > 1 && (country || known?.state || known?.city)) longerEnds.add(to)
    const separate = to === tokens.length && from > 0 && tokens[from]!.gap === gaps.hard
    const written = separate ? raw.toUpperCase() : raw
    const code = !country && to - from === 1 ? findCountryByCode(written) : undefined
    country ??= code
    const coded = code !== undefined
    if (!known && !country) continue
    const closes = country !== undefined && (last || isStateLast(tokens, to, country))
    matches.set(toRunKey(from, to), { from, to, known, country, coded, closes })
  }
  return matches
}

function findRegionStarts(matches: ReadonlyMap<number, NameMatch>): number[][] {
  const starts: number[][] = []
  for (const { from, to, known, closes } of matches.values()) {
    const region = known?.state ?? known?.stateCode ?? known?.county ?? known?.countyCode
    if (!region && !closes) continue
    starts[to] ??= []
    starts[to].push(from)
  }
  return starts
}

/** Checks that nothing but a postcode follows. */
function isLast(tokens: readonly Token[], at: number): boolean {
  if (tokens.length - at > 2) return false
  const rest = tokens.slice(at)
  const codes = rest.every(
    ({ raw, gap }, i) => /^[A-Z\d]{1,8}$/i.test(raw) && (i === 0 || gap < gaps.hard),
  )
  const written = rest.map(({ raw }) => raw).join('')
  return rest.length === 0 || (codes && written.length > 3 && /\d/.test(written))
}

/** Checks that nothing but a state of the country, and perhaps a postcode, follows. */
function isStateLast(tokens: readonly Token[], at: number, country: string): boolean {
  let folded = ''
  for (let to = at + 1; to <= Math.min(at + maxStateWords, tokens.length); to++) {
    if (to - 1 > at && tokens[to - 1]!.gap === gaps.hard) return false
    folded = folded === '' ? tokens[to - 1]!.text : `${folded} ${tokens[to - 1]!.text}`
    const known = isLast(tokens, to) ? findKnownName(folded) : undefined
    if (known?.state?.includes(country) || known?.stateCode?.includes(country)) return true
  }
  return false
}

/** Iterates over runs of tokens without a comma, up to the length of the longest known name. */
function* iterateTokenRuns(
  tokens: readonly Token[],
): Generator<{ from: number; to: number; folded: string }> {
  for (let from = 0; from < tokens.length; from++) {
    let folded = ''
    for (let to = from + 1; to <= tokens.length && to - from <= maxWords; to++) {
      const token = tokens[to - 1]!
      if (to - 1 > from && token.gap === gaps.hard) break
      folded = folded === '' ? token.text : `${folded} ${token.text}`
      yield { from, to, folded }
    }
  }
}
