import type { Place } from '#places/gazetteer'
import type { QueryTerm } from '../interpret/query-term.ts'
import { NameTally, type TextMatch } from './name-tally.ts'
import { type NameTokens, type PlaceTokens, placeTokensOf } from './place-tokens.ts'
import {
  betterMatch,
  isByCategory,
  matchInName,
  matchOutsideName,
  matchPrefixOutsideName,
  type TermMatch,
} from './term-match.ts'

/**
 * Matches a place with the terms. `trusted` terms match by the index, even where the record does not show
 * how.
 */
export function matchPlace(
  place: Place,
  terms: readonly QueryTerm[],
  trusted?: ReadonlySet<QueryTerm>,
): TextMatch {
  const tokens = placeTokensOf(place)
  const outside = terms.map((term) => matchOutsideName(term, place, tokens))
  const others = { outside, begun: beginningsAround(terms, tokens), tokens, trusted }
  let best: TextMatch | undefined
  for (const name of tokens.names) {
    const own = matchesInName(terms, name, outside)
    // Names without any of the words match alike.
    if (best && own.every((match) => match === undefined)) continue
    const match = tallied(name, terms, own, others)
    if (!best || textScoreOf(match) > textScoreOf(best)) best = match
    if (best.isWhole && best.similarity >= 1) break
  }
  return best ?? tallied(unnamed, terms, [], others)
}

const unnamed: NameTokens = {
  text: '',
  words: [],
  weights: [],
  total: 0,
  contentWeights: [],
  distinctWeights: [],
  firstContent: 0,
  forms: new Map(),
  quality: 1,
}

/** A text of several words that is a name, or how it begins, hardly means anything else. */
const namedBonus = 0.25
/** Many names begin with the same word; this favours those of which the least is left over. */
const prefixNameBonus = 0.04

/** The score of a match among others of the same text, of one or of `several` typed words. */
export function textScoreOf(
  { similarity, isNamed, isBeginning }: TextMatch,
  several = true,
): number {
  if (!isNamed) return similarity
  if (several) return similarity + namedBonus
  return isBeginning ? similarity + prefixNameBonus : similarity
}

/** The match of each term with a word of the name; undefined where it matches better outside of the name. */
function matchesInName(
  terms: readonly QueryTerm[],
  name: NameTokens,
  outside: readonly (TermMatch | undefined)[],
): (TermMatch | undefined)[] {
  let from = 0
  return terms.map((term, i) => {
    const match = matchInName(term, name, from)
    if (!match || betterMatch(match, outside[i]) !== match) return undefined
    from = match.index + 1
    return match
  })
}

/** How a term may match but by a word of the name. */
interface OtherMatches {
  /** By category or surroundings; of each term. */
  outside: readonly (TermMatch | undefined)[]
  /** By the beginning of a word of the surroundings. */
  begun: (term: QueryTerm) => TermMatch | undefined
  tokens: PlaceTokens
  trusted: ReadonlySet<QueryTerm> | undefined
}

function tallied(
  name: NameTokens,
  terms: readonly QueryTerm[],
  own: readonly (TermMatch | undefined)[],
  { outside, begun, tokens, trusted }: OtherMatches,
): TextMatch {
  const tally = new NameTally(name)
  for (const [i, term] of terms.entries()) {
    const match = own[i] ?? outside[i] ?? begun(term)
    const isKind = isByCategory(outside[i])
    if (!match) tally.addMissing(term, (trusted?.has(term) ?? false) && !isScattered(term, tokens))
    else tally.addMatch(term, match, { isOwn: match === own[i], isKind, position: i })
    if (isKind) tally.isByCategory = true
  }
  return tally.toMatch(terms.length)
}

/** Matches the unfinished term with the beginning of a word around the place, once for all names. */
function beginningsAround(
  terms: readonly QueryTerm[],
  tokens: PlaceTokens,
): (term: QueryTerm) => TermMatch | undefined {
  if (!terms.at(-1)?.prefix) return () => undefined
  let found: TermMatch | null | undefined
  return (term) => {
    if (!term.prefix) return undefined
    if (found === undefined) found = matchPrefixOutsideName(term, tokens) ?? null
    return found ?? undefined
  }
}

/**
 * Whether the index gives the place for a term of several words only because each is in another of its
 * surroundings: `Kluuvikatu` in the quarter Kluuvi on the street Kaivokatu.
 */
function isScattered({ alternatives }: QueryTerm, tokens: PlaceTokens): boolean {
  return alternatives.some(
    ({ words }) => words.length > 1 && words.every((word) => hasWord(tokens, word)),
  )
}

function hasWord({ names, context, otherAreas }: PlaceTokens, word: string): boolean {
  const isAround = (set: ReadonlySet<string>) => set.has(word)
  if (context.some(isAround) || otherAreas.some(isAround)) return true
  return names.some(({ words, forms }) => words.includes(word) || forms.has(word))
}
