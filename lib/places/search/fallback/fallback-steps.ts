import type { Interpretation } from '../interpret/interpretations.ts'
import { joinedTerm, type QueryTerm } from '../interpret/query-term.ts'
import { type Candidate, isWholeStreet } from '../rank/candidates.ts'
import { wholeName } from '../rank/name-tally.ts'
import { type Hits, type RetrieveOptions, retrieve } from '../retrieve/retrieve.ts'
import type { TermCache } from '../retrieve/term-cache.ts'
import { wordKeys } from '../retrieve/term-keys.ts'
import { findCorrections, isIndexedWord, joinedNeighbours, withCorrections } from './corrections.ts'
import { addNamesWithin } from './names-within.ts'
import { partialMatches } from './partial-matches.ts'
import { addStreetsBesideNumber } from './street-names.ts'

/** Places to look at, and which of their candidates may be results. */
export interface FallbackStep {
  hits: Hits
  accepted(candidates: readonly Candidate[]): Candidate[]
}

/** Interpretations that are corrected. */
const maxInterpretations = 4

/**
 * The steps to take when no place matches all words as typed: first words corrected, split and joined;
 * then partial matches. A step is worked out only when the caller asks for it.
 */
export async function* fallbackSteps(
  cache: TermCache,
  interpretations: readonly Interpretation[],
  { open, scope, scopeSets }: RetrieveOptions & { open: boolean },
): AsyncGenerator<FallbackStep, void> {
  const corrected = await correctedInterpretations(cache, interpretations, open)
  // All at once: retrieve alone would read some of the lists in a second round.
  await cache.read(
    corrected.flatMap(({ terms }) => terms.flatMap((term) => cache.costOf(term).keys)),
  )
  yield {
    hits: await retrieve(cache, corrected, { scope, scopeSets }),
    accepted: (candidates) =>
      candidates.filter(({ match }) => match.droppedWords === 0 && isOfName(match)),
  }
  const hits = await partialHits(cache, corrected, scopeSets)
  await Promise.all([
    addStreetsBesideNumber(cache, interpretations, { hits, scopeSets }),
    addNamesWithin(cache, interpretations[0]!, hits),
  ])
  yield { hits, accepted: withEvidence }
}

/** A word of the name tells it, or all of them: every word of `Carrer de la Costa` may be said of others. */
function isOfName({ hasOwnContent, isByCategory, coverage }: Candidate['match']): boolean {
  return hasOwnContent || isByCategory || coverage >= wholeName
}

async function correctedInterpretations(
  cache: TermCache,
  interpretations: readonly Interpretation[],
  open: boolean,
): Promise<Interpretation[]> {
  const plain = interpretations[0]!
  const neighbours = joinedNeighbours(plain.terms)
  const [corrections] = await Promise.all([
    findCorrections(cache, plain.terms, { open }),
    cache.lookUp(neighbours.flatMap(({ word }) => wordKeys(word))),
  ])
  const corrected: Interpretation[] = likeliest(interpretations).map((each) => ({
    ...each,
    terms: each.terms.map((term) => withCorrections(term, corrections)),
  }))
  const [first] = corrected as [Interpretation]
  for (const { at, word } of neighbours) {
    if (!isIndexedWord(cache, word)) continue
    corrected.push({ ...first, terms: joinedAt(first.terms, at, word) })
  }
  return corrected
}

/** The plain interpretation, those with a house number, then others. */
function likeliest([plain, ...others]: readonly Interpretation[]): Interpretation[] {
  const rank = ({ houseNumber }: Interpretation) => Number(houseNumber === undefined)
  const ordered = others.toSorted((a, b) => rank(a) - rank(b))
  return [plain!, ...ordered].slice(0, maxInterpretations)
}

/** Two neighbouring terms replaced by one. */
function joinedAt(terms: readonly QueryTerm[], at: number, word: string): QueryTerm[] {
  const joined = joinedTerm(word, { words: [word] })
  const alternatives = joined.alternatives.map((each) => ({ ...each, edits: 1 }))
  return terms.toSpliced(at, 2, { ...joined, alternatives })
}

async function partialHits(
  cache: TermCache,
  interpretations: readonly Interpretation[],
  scopeSets: readonly (readonly string[])[],
): Promise<Hits> {
  const hits: Hits = new Map()
  for (const interpretation of interpretations) {
    for (const docId of partialMatches(cache, interpretation, scopeSets)) {
      const hit = { interpretation, trusted: new Set<QueryTerm>() }
      hits.set(docId, [...(hits.get(docId) ?? []), hit])
    }
    await cache.pause()
  }
  return hits
}

/**
 * Partial matches that may be results, so that nonsense has none. A result needs a content word in its own
 * name. If words are missing, one content word must match as typed, or two after correction, and the
 * matches must make up for half of the missing. A house needs no more than the name of its street.
 */
function withEvidence(candidates: readonly Candidate[]): Candidate[] {
  return candidates.flatMap((candidate) => {
    if (lacksJoinedWord(candidate)) return []
    if (hasEvidence(candidate)) return candidate
    return isWholeStreet(candidate) ? { ...candidate, needsNumber: true as const } : []
  })
}

function hasEvidence({ match }: Candidate): boolean {
  const { hasOwnContent, exactWords, correctedWords, droppedWords } = match
  if (!hasOwnContent) return false
  if (droppedWords === 0) return true
  if (exactWords === 0 && correctedWords < 2) return false
  return exactWords + 0.6 * correctedWords >= 0.5 * droppedWords
}

/** Words that match nothing as one word are counted one by one in another interpretation. */
function lacksJoinedWord({ interpretation, match }: Candidate): boolean {
  return interpretation.terms.some(
    ({ text }, i) => text.includes(' ') && match.parts[i] === 'missing',
  )
}
