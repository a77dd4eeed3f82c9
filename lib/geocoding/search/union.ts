import { endOfPostings } from '../../gazetteer/index.ts'
import { horizonOf, type Stream } from './streams.ts'

/** From so many streams on a heap is faster than looking at all. */
const manyStreams = 6

/** Places that are in any of the streams. */
export function anyOf(streams: readonly Stream[]): Stream {
  if (streams.length === 1) return streams[0]!
  return streams.length < manyStreams ? fewStreams(streams) : heapOf(streams)
}

function fewStreams(streams: readonly Stream[]): Stream {
  let rank = endOfPostings
  for (const stream of streams) if (stream.rank < rank) rank = stream.rank
  return {
    get rank() {
      return rank
    },
    cost: costOf(streams),
    horizon: horizonOf(streams),
    seek(target) {
      if (rank >= target) return rank
      let lowest = endOfPostings
      for (const stream of streams) {
        const at = stream.rank < target ? stream.seek(target) : stream.rank
        if (at < lowest) lowest = at
      }
      rank = lowest
      return rank
    },
    own: () => streams.some((stream) => stream.rank === rank && stream.own()),
  }
}

/** The stream that stands lowest is the first of a binary heap, so only those left behind are moved. */
function heapOf(streams: readonly Stream[]): Stream {
  const heap = [...streams]
  // Ranks are read often, so they are kept beside the streams.
  const ranks = heap.map(({ rank }) => rank)
  const sink = (from: number): void => {
    const stream = heap[from]!
    const rank = ranks[from]!
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && ranks[child + 1]! < ranks[child]!) child++
      if (ranks[child]! >= rank) break
      heap[at] = heap[child]!
      ranks[at] = ranks[child]!
      at = child
    }
    heap[at] = stream
    ranks[at] = rank
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(at)
  return {
    get rank() {
      return ranks[0]!
    },
    cost: costOf(streams),
    horizon: horizonOf(streams),
    seek(target) {
      while (ranks[0]! < target) {
        ranks[0] = heap[0]!.seek(target)
        sink(0)
      }
      return ranks[0]!
    },
    own: () => heap.some((stream, i) => ranks[i] === ranks[0] && stream.own()),
  }
}

function costOf(streams: readonly Stream[]): number {
  return streams.reduce((sum, { cost }) => sum + cost, 0)
}
