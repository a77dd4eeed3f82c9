import type { Place } from '../../gazetteer/index.ts'
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
  let best: TextMatch | undefined
  for (const name of tokens.names) {
    const match = matchName(name, terms, outside, { tokens, trusted })
    if (!best || textScoreOf(match) > textScoreOf(best)) best = match
    if (best.isWhole && best.similarity >= 1) break
  }
  return best ?? matchName(unnamed, terms, outside, { tokens, trusted })
}

const unnamed: NameTokens = {
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

function matchName(
  name: NameTokens,
  terms: readonly QueryTerm[],
  outside: readonly (TermMatch | undefined)[],
  { tokens, trusted }: { tokens: PlaceTokens; trusted: ReadonlySet<QueryTerm> | undefined },
): TextMatch {
  const tally = new NameTally(name)
  for (const [i, term] of terms.entries()) {
    const inName = matchInName(term, name, tally.lastIndex + 1)
    const begun = term.prefix && !inName && !outside[i]
    const match = begun ? matchPrefixOutsideName(term, tokens) : betterMatch(inName, outside[i])
    const isKind = isByCategory(outside[i])
    if (!match) tally.addMissing(term, (trusted?.has(term) ?? false) && !isScattered(term, tokens))
    else tally.addMatch(term, match, { isOwn: match === inName, isKind, position: i })
    if (isKind) tally.isByCategory = true
  }
  return tally.toMatch(terms.length)
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
