import {
  endOfPostings,
  type PostingCursor,
  type Postings,
  type WorkBudget,
} from '#places/gazetteer'

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
  return new TermIterator(postings, isOwnName)
}

class TermIterator implements PostingIterator {
  docId: number
  readonly cost: number
  readonly horizon: number
  readonly #cursor: PostingCursor
  readonly #isOwnName: boolean

  constructor(postings: Postings, isOwnName: boolean) {
    this.cost = postings.count
    this.horizon = postings.horizon
    this.#cursor = postings.cursor()
    this.docId = this.#cursor.docId
    this.#isOwnName = isOwnName
  }

  seek(docId: number): number {
    if (this.docId < docId) this.docId = this.#cursor.seek(docId)
    return this.docId
  }

  isOwnName(): boolean {
    return this.#isOwnName
  }
}

/** The places of an ascending list. */
export function iterateList(docIds: readonly number[], isOwnName: boolean): PostingIterator {
  return new ListIterator(docIds, isOwnName)
}

class ListIterator implements PostingIterator {
  readonly cost: number
  readonly horizon = endOfPostings
  readonly #docIds: readonly number[]
  readonly #isOwnName: boolean
  #at = 0

  constructor(docIds: readonly number[], isOwnName: boolean) {
    this.cost = docIds.length
    this.#docIds = docIds
    this.#isOwnName = isOwnName
  }

  get docId(): number {
    return this.#docIds[this.#at] ?? endOfPostings
  }

  seek(docId: number): number {
    while (this.docId < docId) this.#at++
    return this.docId
  }

  isOwnName(): boolean {
    return this.#isOwnName
  }
}

/** Places that are in all of the lists, as long as the budget lasts. */
export function intersectionOf(
  iterators: readonly PostingIterator[],
  budget?: WorkBudget,
): PostingIterator {
  return iterators.length === 1 ? iterators[0]! : new Intersection(iterators, budget)
}

class Intersection implements PostingIterator {
  docId: number
  readonly cost: number
  readonly horizon: number
  /** The shortest list first. */
  readonly #iterators: readonly PostingIterator[]
  readonly #budget: WorkBudget | undefined

  constructor(iterators: readonly PostingIterator[], budget: WorkBudget | undefined) {
    this.#iterators = iterators.toSorted((a, b) => a.cost - b.cost)
    this.#budget = budget
    this.cost = this.#iterators[0]!.cost
    this.horizon = horizonOf(iterators)
    this.docId = advance(this.#iterators, 0, budget)
  }

  seek(docId: number): number {
    if (this.docId < docId) this.docId = advance(this.#iterators, docId, this.#budget)
    return this.docId
  }

  isOwnName(): boolean {
    return this.#iterators.some((iterator) => iterator.isOwnName())
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
