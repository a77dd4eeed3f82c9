import type { NameKind, PlaceNames } from '../components.ts'
import { countryNamed, countryOfCode } from '../tables/countries.ts'
import { type DesignatedSpan, designatedSpans } from '../tables/designators.ts'
import { type KnownName, knownName, maxWords } from '../tables/known-names.ts'
import { type StreetFacts, streetFactsOf } from '../tables/street-words.ts'
import { gaps, type Token, tokenize } from './tokens.ts'

/** A run of tokens that is known by name. */
export interface NameMatch {
  from: number
  to: number
  folded: string
  known: KnownName | undefined
  told: readonly NameKind[]
  /** Alpha-2 of the country it names. */
  country: string | undefined
  /** It names it by a code ("USA", "DE"), not in words. */
  coded: boolean
}

/** A text taken apart, with all that can be said of it whatever the country. */
export interface AnnotatedText {
  text: string
  tokens: readonly Token[]
  streetFacts: readonly StreetFacts[]
  designated: readonly DesignatedSpan[]
  /** By `from * 64 + to`. */
  nameMatches: ReadonlyMap<number, NameMatch>
  /** Everything is in one case, so capitals say nothing. */
  singleCase: boolean
}

export const runKey = (from: number, to: number): number => from * 64 + to

export function annotate(text: string, gazetteer?: PlaceNames): AnnotatedText {
  const tokens = tokenize(text)
  const nameMatches = new Map<number, NameMatch>()
  for (const [from, to, folded] of tokenRuns(tokens)) {
    const known = knownName(folded)
    const told = gazetteer?.kindsOf(folded) ?? []
    const raw = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
    // A country stands at the end, or in front of all.
    const opens = from === 0 || (from === 1 && tokens[0]!.isNumber)
    const edge = to === tokens.length || (opens && tokens[to]!.gap === gaps.hard)
    const exonym = edge && !known && /^\p{Lu}/u.test(raw) && !/\d/.test(raw)
    let country = countryNamed(folded, exonym)
    const lone = to === tokens.length && from > 0 && tokens[from]!.gap === gaps.hard
    const letters = lone ? raw.toUpperCase() : raw
    const code = !country && to - from === 1 ? countryOfCode(letters) : undefined
    country ??= code
    const coded = code !== undefined || (raw.length < 4 && /^[A-Z]+$/.test(raw))
    if (known || told.length > 0 || country) {
      nameMatches.set(runKey(from, to), { from, to, folded, known, told, country, coded })
    }
  }
  const read = tokens.length > 0 ? text.slice(0, tokens.at(-1)!.end) : ''
  return {
    text,
    tokens,
    streetFacts: streetFactsOf(tokens),
    designated: designatedSpans(read),
    nameMatches,
    singleCase: read === read.toLowerCase() || read === read.toUpperCase(),
  }
}

/** Runs of tokens that no comma parts, folded. */
export function* tokenRuns(tokens: readonly Token[]): Generator<[number, number, string]> {
  for (let from = 0; from < tokens.length; from++) {
    let folded = ''
    for (let to = from + 1; to <= tokens.length && to - from <= maxWords; to++) {
      const token = tokens[to - 1]!
      if (to - 1 > from && token.gap === gaps.hard) break
      folded = folded === '' ? token.text : `${folded} ${token.text}`
      yield [from, to, folded]
    }
  }
}
