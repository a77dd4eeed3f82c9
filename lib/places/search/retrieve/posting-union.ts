import FlatQueue from 'flatqueue'
import { endOfPostings } from '#places/gazetteer'
import { horizonOf, type PostingIterator } from './posting-iterator.ts'

/** For fewer lists, comparing all of them is faster than a queue. */
const minListsForQueue = 6

/** Places that are in any of the lists. */
export function unionOf(iterators: readonly PostingIterator[]): PostingIterator {
  return iterators.length === 1 ? iterators[0]! : new Union(iterators)
}

class Union implements PostingIterator {
  docId: number
  readonly cost: number
  readonly horizon: number
  readonly #iterators: readonly PostingIterator[]
  readonly #advance: Advance

  constructor(iterators: readonly PostingIterator[]) {
    this.#iterators = iterators
    this.#advance = iterators.length < minListsForQueue ? scan(iterators) : queue(iterators)
    this.cost = iterators.reduce((sum, iterator) => sum + iterator.cost, 0)
    this.horizon = horizonOf(iterators)
    this.docId = this.#advance(0)
  }

  seek(docId: number): number {
    if (this.docId < docId) this.docId = this.#advance(docId)
    return this.docId
  }

  isOwnName(): boolean {
    return this.#iterators.some((iterator) => iterator.docId === this.docId && iterator.isOwnName())
  }
}

/** Advances all iterators to at least a docId. @returns The lowest docId they are at. */
type Advance = (docId: number) => number

function scan(iterators: readonly PostingIterator[]): Advance {
  return (target) => {
    let lowest = endOfPostings
    for (const iterator of iterators) {
      const at = iterator.docId < target ? iterator.seek(target) : iterator.docId
      if (at < lowest) lowest = at
    }
    return lowest
  }
}

/** Moves only the iterators that are behind. */
function queue(iterators: readonly PostingIterator[]): Advance {
  const byDocId = new FlatQueue<PostingIterator>()
  for (const iterator of iterators) byDocId.push(iterator, iterator.docId)
  return (target) => {
    while (byDocId.peekValue()! < target) {
      const iterator = byDocId.pop()!
      byDocId.push(iterator, iterator.seek(target))
    }
    return byDocId.peekValue()!
  }
}
