import { endOfPostings } from '#places/gazetteer'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { PostingIterator } from './posting-iterator.ts'
import type { TermCache } from './term-cache.ts'
import { keysOf } from './term-keys.ts'

/** What to read of the posting lists for one interpretation. */
export interface ReadPlan {
  interpretation: Interpretation
  /** Terms whose posting lists are read; the other terms are checked on each place. */
  required: readonly QueryTerm[]
  /** The posting lists of some terms are left unread. */
  unread: boolean
  /** By term key: the docId up to which to read; below it there are probably enough places. */
  wants: ReadonlyMap<string, number>
  /** Only own names count: for a single word, surroundings do not matter. */
  ownOnly: boolean
  /** More places may match than are scored, so places near the focus are retrieved separately. */
  focused: boolean
}

/** A longer list is left unread if the terms before it leave at most `fewPlaces`. */
const maxListLength = 12_000
const fewPlaces = 16
/**
 * Exponent of the share of places that have a further word (1: words are independent). The words of a town's name
 * come together: of a million made-up places, 5 % of addresses needed a second round with 1, and 1 % with 0.5.
 */
const dependence = 0.5
/** Up to so many places are all scored, near the focus or not. */
const maxUnfocused = 20
/** Plans for this many times `maxPlaces`, because words are seldom spread evenly. */
const margin = 4

/**
 * Plans the reads for an interpretation of which `maxPlaces` places are wanted, while only a `share` of all
 * places is in scope. Where many places have all words, the beginnings of the lists are enough, for they
 * hold the most important places; where few have, the rare words find them. Undefined when a required
 * term has no place at all.
 */
export function planReads(
  cache: TermCache,
  interpretation: Interpretation,
  { maxPlaces, share }: { maxPlaces: number; share: number },
): ReadPlan | undefined {
  const required = interpretation.terms.filter(({ optional }) => !optional)
  const ownOnly = required.length === 1 && isSingleWord(required[0]!)
  const costs = required
    .map((term) => ({ term, ...cache.costOf(ownOnly ? inName(term) : term) }))
    .sort((a, b) => a.count - b.count)
  const [rarest] = costs
  if (!rarest || rarest.count === 0) return undefined
  const untilDocId = depthOf(cache, costs, (margin * maxPlaces) / share)
  const read = [rarest]
  let placesLeft = rarest.count * share
  for (const cost of costs.slice(1)) {
    const isLong = untilDocId === endOfPostings && cost.count > maxListLength
    if (isLong && placesLeft <= fewPlaces) break
    read.push(cost)
    placesLeft *= Math.min(1, cost.count / cache.gazetteer.count) ** dependence
  }
  // The places of a hot prefix come with its list.
  const isHot = required.length === 1 && cache.hasHotPrefix(rarest.term)
  const keys = isHot ? keysOf(inName(rarest.term)) : read.flatMap((cost) => cost.keys)
  return {
    interpretation,
    required: read.map(({ term }) => term),
    unread: read.length < costs.length,
    wants: new Map(keys.map((key) => [key, untilDocId])),
    ownOnly,
    focused: rarest.count > maxUnfocused,
  }
}

const minDepth = 1024

/** The docId below which about `places` places match all terms; the end of the lists if there are fewer. */
function depthOf(
  cache: TermCache,
  costs: readonly { keys: readonly string[] }[],
  places: number,
): number {
  for (let docId = minDepth; docId < cache.gazetteer.count; docId *= 2) {
    const counts = costs.map(({ keys }) => cache.countBelow(keys, docId))
    const expected = counts.reduce((all, count) => all * Math.min(1, count / docId), docId)
    if (expected >= places) return docId
  }
  return endOfPostings
}

/** The same plan with every list read to its end. */
export function planAllReads(cache: TermCache, plan: ReadPlan): ReadPlan {
  const required = plan.interpretation.terms.filter(({ optional }) => !optional)
  const wants = new Map<string, number>()
  for (const term of required) {
    for (const key of cache.costOf(plan.ownOnly ? inName(term) : term).keys) {
      wants.set(key, endOfPostings)
    }
  }
  return { ...plan, required, wants, unread: false }
}

/**
 * The places of each required term, `byCategory` those that match by it too; undefined when a term has none.
 */
export function iteratorsOf(
  cache: TermCache,
  { required, wants, ownOnly }: ReadPlan,
  { byCategory = true } = {},
): PostingIterator[] | undefined {
  const iterators: PostingIterator[] = []
  for (const term of required) {
    const placed = ownOnly ? inName(term) : term
    const wanted = byCategory ? placed : { ...placed, categories: [] }
    const iterator = cache.iterateTerm(wanted, (key) => wants.has(key))
    if (!iterator) return undefined
    iterators.push(iterator)
  }
  return iterators
}

function inName(term: QueryTerm): QueryTerm {
  return { ...term, role: 'name' }
}

function isSingleWord({ alternatives, role }: QueryTerm): boolean {
  return role !== 'where' && alternatives.every(({ words }) => words.length === 1)
}
