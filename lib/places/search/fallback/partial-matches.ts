import { endOfPostings } from '#places/gazetteer'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { PostingIterator } from '../retrieve/posting-iterator.ts'
import { unionOf } from '../retrieve/posting-union.ts'
import type { TermCache } from '../retrieve/term-cache.ts'

/** A term with more places says little: it votes on the places of other terms, but proposes none. */
const maxDrivingLength = 50_000
/** Places visited. */
const maxSteps = 8_000
/** Places kept for each combination of matched terms. */
const maxPlacesOfCombination = 24
/** Places returned. */
const maxPlaces = 64

/** A query term; votes for each place that matches it. */
interface Voter {
  term: QueryTerm
  iterator: PostingIterator
  /** Of its vote: more for rare terms. */
  weight: number
}

/** Places that match the same terms. */
interface Combination {
  /** Sum of the votes. */
  weight: number
  docIds: number[]
}

/**
 * DocIds of the places with the most votes of terms, weighted by rarity; for queries that no place matches
 * in full. A place's own name must match a content word. `scopeSets` come from `scopeTerms`.
 */
export function partialMatches(
  cache: TermCache,
  { terms }: Interpretation,
  scopeSets: readonly (readonly string[])[],
): number[] {
  const filters = scopeSets.map((set) => cache.iterateEach(set, false))
  if (filters.some((each) => each.length === 0)) return []
  const voters = terms.map((term) => voterOf(cache, term)).filter((voter) => voter !== undefined)
  const rare = voters.filter(({ iterator }) => iterator.cost <= maxDrivingLength)
  const driving = rare.some(({ term }) => term.content) ? rare : voters
  if (!driving.some(({ term }) => term.content)) return []
  const combinations = countVotes(cache, voters, driving, filters.map(unionOf))
  return combinations
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ docIds }) => docIds)
    .slice(0, maxPlaces)
}

/** Visits the places of the driving voters by ascending docId, and lets all voters vote on each. */
function countVotes(
  cache: TermCache,
  voters: readonly Voter[],
  driving: readonly Voter[],
  filters: readonly PostingIterator[],
): Combination[] {
  const combinations = new Map<number, Combination>()
  const { budget } = cache.readOptions
  const stepsLeft = Math.min(maxSteps, (budget?.left ?? Infinity) / voters.length)
  let steps = 0
  let docId = lowestOf(driving)
  for (; docId !== endOfPostings && steps < stepsLeft; steps++) {
    if (filters.every((filter) => filter.seek(docId) === docId)) vote(combinations, voters, docId)
    for (const { iterator } of driving) if (iterator.docId === docId) iterator.seek(docId + 1)
    docId = lowestOf(driving)
  }
  budget?.spend(steps * voters.length)
  return [...combinations.values()]
}

function vote(
  combinations: Map<number, Combination>,
  voters: readonly Voter[],
  docId: number,
): void {
  let matchedBits = 0
  let weight = 0
  let ownNameMatches = false
  for (const [i, voter] of voters.entries()) {
    if (voter.iterator.seek(docId) !== docId) continue
    matchedBits |= 1 << i
    weight += voter.weight
    if (voter.term.content && voter.iterator.isOwnName()) ownNameMatches = true
  }
  if (!ownNameMatches) return
  const combination = combinations.get(matchedBits)
  if (!combination) combinations.set(matchedBits, { weight, docIds: [docId] })
  else if (combination.docIds.length < maxPlacesOfCombination) combination.docIds.push(docId)
}

function voterOf(cache: TermCache, term: QueryTerm): Voter | undefined {
  const iterator = cache.iterateTerm(term)
  if (!iterator || term.optional) return undefined
  const rarity = Math.log2(2 + cache.gazetteer.count / Math.max(1, iterator.cost))
  return { term, iterator, weight: term.weight * rarity }
}

function lowestOf(voters: readonly Voter[]): number {
  return voters.reduce((lowest, { iterator }) => Math.min(lowest, iterator.docId), endOfPostings)
}
