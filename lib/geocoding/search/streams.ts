import type { WorkBudget } from '../../gazetteer/index.ts'
import { endOfPostings, type Postings } from '../../gazetteer/index.ts'

/** Ranks in order, with word on whether the place meets it by its own name rather than by where it is. */
export interface Stream {
  readonly rank: number
  /** About how many ranks there are. */
  readonly cost: number
  /** Below this rank nothing is missing; lists of which only the beginning was read end here. */
  readonly horizon: number
  /** Goes forward to the first rank not below this one. */
  seek(rank: number): number
  /** Whether the place it stands at has it of its own. */
  own(): boolean
}

/** Places of one term. */
export function termStream(postings: Postings, own: boolean): Stream {
  const cursor = postings.cursor()
  return {
    get rank() {
      return cursor.rank
    },
    cost: postings.count,
    horizon: postings.horizon,
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
    horizon: endOfPostings,
    seek(rank) {
      while (at < ranks.length && ranks[at]! < rank) at++
      return ranks[at] ?? endOfPostings
    },
    own: () => own,
  }
}

/** Places that are in all of the streams; those found while there is effort left. */
export function allOf(streams: readonly Stream[], effort?: WorkBudget): Stream {
  if (streams.length === 1) return streams[0]!
  const ordered = [...streams].sort((a, b) => a.cost - b.cost)
  const align = (from: number): number => {
    let rank = from
    let agreed = 0
    const allowed = effort?.left ?? Number.POSITIVE_INFINITY
    let rounds = 0
    while (agreed < ordered.length && rank !== endOfPostings) {
      if (rounds++ >= allowed) rank = endOfPostings
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
    effort?.spend(rounds)
    return rank
  }
  let rank = align(0)
  return {
    get rank() {
      return rank
    },
    cost: ordered[0]!.cost,
    horizon: horizonOf(ordered),
    seek: (target) => {
      if (rank < target) rank = align(target)
      return rank
    },
    own: () => ordered.some((stream) => stream.own()),
  }
}

/** What is complete in all of the streams. */
export function horizonOf(streams: readonly Stream[]): number {
  return streams.reduce((least, { horizon }) => Math.min(least, horizon), endOfPostings)
}

export interface FirstRanks {
  ranks: number[]
  /** There are no others. */
  complete: boolean
  /** Fewer than were asked for, because lists were read only so far. */
  starved: boolean
}

/** The first ranks, at most `most`, whose place has something of its own; or `any` ranks. */
export function ranksOf(
  stream: Stream,
  most: number,
  { any = false, effort }: { any?: boolean; effort?: WorkBudget | undefined } = {},
): FirstRanks {
  const ranks: number[] = []
  const { horizon } = stream
  let rank = stream.rank
  // Places met by where they are alone are passed over, but not without end.
  const allowed = Math.min(mostSteps, effort?.left ?? mostSteps)
  let steps = 0
  for (; rank < horizon && steps < allowed && ranks.length < most; steps++) {
    if (any || stream.own()) ranks.push(rank)
    rank = stream.seek(rank + 1)
  }
  effort?.spend(steps)
  return {
    ranks,
    complete: rank === endOfPostings && rank === horizon,
    starved: rank >= horizon && horizon !== endOfPostings,
  }
}

const mostSteps = 50_000
