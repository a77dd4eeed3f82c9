import type { WorkBudget } from '../../gazetteer/index.ts'
import { endOfPostings, type Postings } from '../../gazetteer/index.ts'

/** DocIds in order, with word on whether the place meets it by its own name rather than by where it is. */
export interface Stream {
  readonly docId: number
  /** About how many docIds there are. */
  readonly cost: number
  /** Below this docId nothing is missing; lists of which only the beginning was read end here. */
  readonly horizon: number
  /** Goes forward to the first docId not below this one. */
  seek(docId: number): number
  /** Whether the place it stands at has it of its own. */
  own(): boolean
}

/** Places of one term. */
export function termStream(postings: Postings, own: boolean): Stream {
  const cursor = postings.cursor()
  return {
    get docId() {
      return cursor.docId
    },
    cost: postings.count,
    horizon: postings.horizon,
    seek: (docId) => (cursor.docId < docId ? cursor.seek(docId) : cursor.docId),
    own: () => own,
  }
}

/** Places of a list in order. */
export function listStream(docIds: readonly number[], own: boolean): Stream {
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
    own: () => own,
  }
}

/** Places that are in all of the streams; those found while there is budget left. */
export function allOf(streams: readonly Stream[], budget?: WorkBudget): Stream {
  if (streams.length === 1) return streams[0]!
  const ordered = [...streams].sort((a, b) => a.cost - b.cost)
  const align = (from: number): number => {
    let docId = from
    let agreed = 0
    const allowed = budget?.left ?? Number.POSITIVE_INFINITY
    let rounds = 0
    while (agreed < ordered.length && docId !== endOfPostings) {
      if (rounds++ >= allowed) docId = endOfPostings
      agreed = 0
      for (const stream of ordered) {
        const at = stream.seek(docId)
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
  let docId = align(0)
  return {
    get docId() {
      return docId
    },
    cost: ordered[0]!.cost,
    horizon: horizonOf(ordered),
    seek: (target) => {
      if (docId < target) docId = align(target)
      return docId
    },
    own: () => ordered.some((stream) => stream.own()),
  }
}

/** What is complete in all of the streams. */
export function horizonOf(streams: readonly Stream[]): number {
  return streams.reduce((least, { horizon }) => Math.min(least, horizon), endOfPostings)
}

export interface FirstDocIds {
  docIds: number[]
  /** There are no others. */
  complete: boolean
  /** Fewer than were asked for, because lists were read only so far. */
  starved: boolean
}

/** The first docIds, at most `most`, whose place has something of its own; or `any` docIds. */
export function docIdsOf(
  stream: Stream,
  most: number,
  { any = false, budget }: { any?: boolean; budget?: WorkBudget | undefined } = {},
): FirstDocIds {
  const docIds: number[] = []
  const { horizon } = stream
  let docId = stream.docId
  // Places met by where they are alone are passed over, but not without end.
  const allowed = Math.min(mostSteps, budget?.left ?? mostSteps)
  let steps = 0
  for (; docId < horizon && steps < allowed && docIds.length < most; steps++) {
    if (any || stream.own()) docIds.push(docId)
    docId = stream.seek(docId + 1)
  }
  budget?.spend(steps)
  return {
    docIds,
    complete: docId === endOfPostings && docId === horizon,
    starved: docId >= horizon && horizon !== endOfPostings,
  }
}

const mostSteps = 50_000
