import { endOfPostings, type Postings, type WorkBudget } from '../../gazetteer/index.ts'

/** Iterates over docIds in ascending order. */
export interface PostingIterator {
  /** The current docId; `endOfPostings` past the end. */
  readonly docId: number
  /** Estimated number of docIds. */
  readonly cost: number
  /** No docId below this is missing: the end of what was read of a list. */
  readonly horizon: number
  /** Advances to the first docId that is not below this one. */
  seek(docId: number): number
  /** Whether the current place matches by its own name, not only by its surroundings. */
  isOwnName(): boolean
}

/** The places of one term. */
export function iteratePostings(postings: Postings, isOwnName: boolean): PostingIterator {
  const cursor = postings.cursor()
  return {
    get docId() {
      return cursor.docId
    },
    cost: postings.count,
    horizon: postings.horizon,
    seek: (docId) => (cursor.docId < docId ? cursor.seek(docId) : cursor.docId),
    isOwnName: () => isOwnName,
  }
}

/** The places of an ascending list. */
export function iterateList(docIds: readonly number[], isOwnName: boolean): PostingIterator {
  let at = 0
  return {
    get docId() {
      return docIds[at] ?? endOfPostings
    },
    cost: docIds.length,
    horizon: endOfPostings,
    seek(docId) {
      while (at < docIds.length && docIds[at]! < docId) at++
      return docIds[at] ?? endOfPostings
    },
    isOwnName: () => isOwnName,
  }
}

/** Places that are in all of the lists, as long as the budget lasts. */
export function intersectionOf(
  iterators: readonly PostingIterator[],
  budget?: WorkBudget,
): PostingIterator {
  if (iterators.length === 1) return iterators[0]!
  const ordered = [...iterators].sort((a, b) => a.cost - b.cost)
  let docId = advance(ordered, 0, budget)
  return {
    get docId() {
      return docId
    },
    cost: ordered[0]!.cost,
    horizon: horizonOf(ordered),
    seek(target) {
      if (docId < target) docId = advance(ordered, target, budget)
      return docId
    },
    isOwnName: () => ordered.some((iterator) => iterator.isOwnName()),
  }
}

/** Advances all iterators to the first docId from `start` on that they share. */
function advance(
  iterators: readonly PostingIterator[],
  start: number,
  budget: WorkBudget | undefined,
): number {
  let docId = start
  let agreed = 0
  const maxRounds = budget?.left ?? Number.POSITIVE_INFINITY
  let rounds = 0
  while (agreed < iterators.length && docId !== endOfPostings) {
    if (rounds++ >= maxRounds) docId = endOfPostings
    agreed = 0
    for (const iterator of iterators) {
      const at = iterator.seek(docId)
      if (at !== docId) {
        docId = at
        break
      }
      agreed++
    }
  }
  budget?.spend(rounds)
  return docId
}

/** Below the lowest horizon of the iterators, no docId is missing. */
export function horizonOf(iterators: readonly PostingIterator[]): number {
  return iterators.reduce((lowest, { horizon }) => Math.min(lowest, horizon), endOfPostings)
}

export interface FirstDocIds {
  docIds: number[]
  /** There are no others. */
  complete: boolean
  /** Fewer than the maximum, because the lists were read only so far. */
  starved: boolean
}

/** Places that match only by their surroundings are skipped, but not without limit. */
const maxSteps = 50_000

/** The first docIds of places that match by their own name, or of `any` places. */
export function firstDocIds(
  iterator: PostingIterator,
  maxDocIds: number,
  { any = false, budget }: { any?: boolean; budget?: WorkBudget | undefined } = {},
): FirstDocIds {
  const docIds: number[] = []
  const { horizon } = iterator
  let { docId } = iterator
  const stepsLeft = Math.min(maxSteps, budget?.left ?? maxSteps)
  let steps = 0
  for (; docId < horizon && steps < stepsLeft && docIds.length < maxDocIds; steps++) {
    if (any || iterator.isOwnName()) docIds.push(docId)
    docId = iterator.seek(docId + 1)
  }
  budget?.spend(steps)
  return {
    docIds,
    complete: docId === endOfPostings && docId === horizon,
    starved: docId >= horizon && horizon !== endOfPostings,
  }
}
