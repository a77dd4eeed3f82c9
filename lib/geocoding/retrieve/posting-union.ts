import { endOfPostings } from '../../gazetteer/index.ts'
import { horizonOf, type Stream } from './posting-iterator.ts'

/** From so many streams on a heap is faster than looking at all. */
const manyStreams = 6

/** Places that are in any of the streams. */
export function anyOf(streams: readonly Stream[]): Stream {
  if (streams.length === 1) return streams[0]!
  return streams.length < manyStreams ? fewStreams(streams) : heapOf(streams)
}

function fewStreams(streams: readonly Stream[]): Stream {
  let docId = endOfPostings
  for (const stream of streams) if (stream.docId < docId) docId = stream.docId
  return {
    get docId() {
      return docId
    },
    cost: costOf(streams),
    horizon: horizonOf(streams),
    seek(target) {
      if (docId >= target) return docId
      let lowest = endOfPostings
      for (const stream of streams) {
        const at = stream.docId < target ? stream.seek(target) : stream.docId
        if (at < lowest) lowest = at
      }
      docId = lowest
      return docId
    },
    own: () => streams.some((stream) => stream.docId === docId && stream.own()),
  }
}

/** The stream that stands lowest is the first of a binary heap, so only those left behind are moved. */
function heapOf(streams: readonly Stream[]): Stream {
  const heap = [...streams]
  // DocIds are read often, so they are kept beside the streams.
  const docIds = heap.map(({ docId }) => docId)
  const sink = (from: number): void => {
    const stream = heap[from]!
    const docId = docIds[from]!
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && docIds[child + 1]! < docIds[child]!) child++
      if (docIds[child]! >= docId) break
      heap[at] = heap[child]!
      docIds[at] = docIds[child]!
      at = child
    }
    heap[at] = stream
    docIds[at] = docId
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(at)
  return {
    get docId() {
      return docIds[0]!
    },
    cost: costOf(streams),
    horizon: horizonOf(streams),
    seek(target) {
      while (docIds[0]! < target) {
        docIds[0] = heap[0]!.seek(target)
        sink(0)
      }
      return docIds[0]!
    },
    own: () => heap.some((stream, i) => docIds[i] === docIds[0] && stream.own()),
  }
}

function costOf(streams: readonly Stream[]): number {
  return streams.reduce((sum, { cost }) => sum + cost, 0)
}
