import { endOfPostings } from '../../gazetteer/index.ts'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { PostingIterator } from '../retrieve/posting-iterator.ts'
import { unionOf } from '../retrieve/posting-union.ts'
import type { TermCache } from '../retrieve/term-cache.ts'

/** Terms with longer lists tell little: they only count for places that another term has. */
const maxDrivingLength = 50_000
const maxSteps = 8_000
/** Places kept for each combination of matched terms. */
const maxPlacesOfCombination = 24
const maxPlaces = 64

interface Voter {
  term: QueryTerm
  iterator: PostingIterator
  weight: number
}

/** Places that match the same terms. */
interface Combination {
  weight: number
  docIds: number[]
}

/**
 * DocIds of the places that match most of the terms, weighted by how rare each is, when no place matches
 * all. A place must match a content word by its own name. `scopeSets` are as in `scopeTerms`.
 */
export function partialMatches(
  cache: TermCache,
  { terms }: Interpretation,
  scopeSets: readonly (readonly string[])[],
): number[] {
  const filters = scopeSets.map((set) => cache.iterateEach(set, false))
  if (filters.some((each) => each.length === 0)) return []
  const voters = terms.map((term) => voterOf(cache, term)).filter((voter) => voter !== undefined)
  const light = voters.filter(({ iterator }) => iterator.cost <= maxDrivingLength)
  const driving = light.some(({ term }) => term.content) ? light : voters
  if (!driving.some(({ term }) => term.content)) return []
  const combinations = countVotes(cache, voters, driving, filters.map(unionOf))
  return combinations
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ docIds }) => docIds)
    .slice(0, maxPlaces)
}

/** Visits the places of the driving voters in order, and lets all voters vote on each. */
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
  let matched = 0
  let weight = 0
  let hasOwnContent = false
  for (const [i, voter] of voters.entries()) {
    if (voter.iterator.seek(docId) !== docId) continue
    matched |= 1 << i
    weight += voter.weight
    if (voter.term.content && voter.iterator.isOwnName()) hasOwnContent = true
  }
  if (!hasOwnContent) return
  const known = combinations.get(matched)
  if (!known) combinations.set(matched, { weight, docIds: [docId] })
  else if (known.docIds.length < maxPlacesOfCombination) known.docIds.push(docId)
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
