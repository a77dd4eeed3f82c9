import FlatQueue from 'flatqueue'
import { endOfPostings } from '../../gazetteer/index.ts'
import { horizonOf, type PostingIterator } from './posting-iterator.ts'

/** For fewer lists, comparing all of them is faster than a queue. */
const minListsForQueue = 6

/** Places that are in any of the lists. */
export function unionOf(iterators: readonly PostingIterator[]): PostingIterator {
  if (iterators.length === 1) return iterators[0]!
  const cost = iterators.reduce((sum, iterator) => sum + iterator.cost, 0)
  const horizon = horizonOf(iterators)
  const advance = iterators.length < minListsForQueue ? scan(iterators) : queue(iterators)
  let docId = advance(0)
  return {
    get docId() {
      return docId
    },
    cost,
    horizon,
    seek(target) {
      if (docId < target) docId = advance(target)
      return docId
    },
    isOwnName: () => iterators.some((iterator) => iterator.docId === docId && iterator.isOwnName()),
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
