import { countryNamed, countryOfCode } from '../tables/country-names.ts'
import { type DesignatedSpan, designatedSpans } from '../tables/designators.ts'
import { type KnownName, knownName, maxWords } from '../tables/known-names.ts'
import { type StreetFacts, streetFactsOf } from '../tables/street-words.ts'
import { gaps, maxTokens, type Token, tokenize } from './tokens.ts'

/** Tokens `from` to before `to` as the name of a place or a country. */
export interface NameMatch {
  from: number
  to: number
  known: KnownName | undefined
  /** Alpha-2 of the country with this name or code. */
  country: string | undefined
  /** The country is given by a code ("USA", "DE"), not by a name. */
  coded: boolean
}

/** A tokenized text with everything that holds in any country. */
export interface AnnotatedText {
  text: string
  tokens: readonly Token[]
  /** By token. */
  streetFacts: readonly StreetFacts[]
  designated: readonly DesignatedSpan[]
  /** By {@link runKey}. */
  nameMatches: ReadonlyMap<number, NameMatch>
  /** All letters have the same case, so case is no evidence. */
  singleCase: boolean
}

export const runKey = (from: number, to: number): number => from * (maxTokens + 1) + to

export function annotate(text: string): AnnotatedText {
  const tokens = tokenize(text)
  const end = tokens.at(-1)?.end ?? 0
  const tokenized = text.slice(0, end)
  return {
    text,
    tokens,
    streetFacts: streetFactsOf(tokens),
    designated: designatedSpans(tokenized),
    nameMatches: nameMatchesOf(text, tokens),
    singleCase: tokenized === tokenized.toLowerCase() || tokenized === tokenized.toUpperCase(),
  }
}

function nameMatchesOf(text: string, tokens: readonly Token[]): Map<number, NameMatch> {
  const matches = new Map<number, NameMatch>()
  for (const { from, to, folded } of tokenRuns(tokens)) {
    const known = knownName(folded)
    const raw = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
    // A country stands at the end or at the very beginning.
    const opens = from === 0 || (from === 1 && tokens[0]!.isNumber)
    const outermost = to === tokens.length || (opens && tokens[to]!.gap === gaps.hard)
    const exonym = outermost && !known && /^\p{Lu}/u.test(raw) && !/\d/.test(raw)
    let country = countryNamed(folded, exonym)
    const separate = to === tokens.length && from > 0 && tokens[from]!.gap === gaps.hard
    const written = separate ? raw.toUpperCase() : raw
    const code = !country && to - from === 1 ? countryOfCode(written) : undefined
    country ??= code
    const coded = code !== undefined || (raw.length < 4 && /^[A-Z]+$/.test(raw))
    if (known || country) matches.set(runKey(from, to), { from, to, known, country, coded })
  }
  return matches
}

/** Runs of tokens without a comma between, as long as known names may be. */
function* tokenRuns(
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
