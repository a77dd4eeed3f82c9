import { endOfPostings, type PostingCursor } from '../gazetteer.ts'

/** Ranks in order, with word on whether the place meets it by its own name rather than by where it is. */
export interface Stream {
  readonly rank: number
  /** About how many ranks there are. */
  readonly cost: number
  /** Goes forward to the first rank not below this one. */
  seek(rank: number): number
  /** Whether the place it stands at has it of its own. */
  own(): boolean
}

/** Places of one term. */
export function termStream(cursor: PostingCursor, cost: number, own: boolean): Stream {
  return {
    get rank() {
      return cursor.rank
    },
    cost,
    seek: (rank) => (cursor.rank < rank ? cursor.seek(rank) : cursor.rank),
    own: () => own,
  }
}

/** Places of a list in order. */
export function listStream(ranks: readonly number[], own: boolean): Stream {
  let at = 0
  return {
    get rank() {
      return ranks[at] ?? endOfPostings
    },
    cost: ranks.length,
    seek(rank) {
      while (at < ranks.length && ranks[at]! < rank) at++
      return ranks[at] ?? endOfPostings
    },
    own: () => own,
  }
}

/** Places that are in all of the streams. */
export function allOf(streams: readonly Stream[]): Stream {
  if (streams.length === 1) return streams[0]!
  const ordered = [...streams].sort((a, b) => a.cost - b.cost)
  const align = (from: number): number => {
    let rank = from
    let agreed = 0
    while (agreed < ordered.length && rank !== endOfPostings) {
      agreed = 0
      for (const stream of ordered) {
        const at = stream.seek(rank)
        if (at !== rank) {
          rank = at
          break
        }
        agreed++
      }
    }
    return rank
  }
  let rank = align(0)
  return {
    get rank() {
      return rank
    },
    cost: ordered[0]!.cost,
    seek: (target) => {
      if (rank < target) rank = align(target)
      return rank
    },
    own: () => ordered.some((stream) => stream.own()),
  }
}

/** The first ranks, at most `most`, whose place has something of its own. */
export function ranksOf(stream: Stream, most: number): { ranks: number[]; complete: boolean } {
  const ranks: number[] = []
  let rank = stream.rank
  // Places met by where they are alone are passed over, but not without end.
  for (let steps = 0; rank !== endOfPostings && steps < mostSteps; steps++) {
    if (ranks.length >= most) return { ranks, complete: false }
    if (stream.own()) ranks.push(rank)
    rank = stream.seek(rank + 1)
  }
  return { ranks, complete: rank === endOfPostings }
}

const mostSteps = 50_000
